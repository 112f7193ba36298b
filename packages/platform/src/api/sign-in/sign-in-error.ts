/** A person who came back from the sign-in did not prove who they are. The message is shown to them, and has no text of theirs. */
export class SignInRefusedError extends Error {
  override readonly name = "SignInRefusedError";
}
