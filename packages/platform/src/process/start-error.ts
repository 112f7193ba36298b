/** The platform cannot start, for a reason that its operator can fix. The message says how. */
export class StartError extends Error {
  override readonly name: string = "StartError";
  /** The code with which a command ends. */
  readonly exitCode: number = 1;
}
