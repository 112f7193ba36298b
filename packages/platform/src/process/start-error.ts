/** The platform cannot start for a reason that its operator can mend. The message says what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
