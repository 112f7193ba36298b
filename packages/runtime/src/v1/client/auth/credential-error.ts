/**
 * A call was not sent, because its credential could not be had or cannot be sent. `cause` is what the function of `auth`
 * threw. The message never has the credential in it.
 */
export class CredentialError extends Error {
  override readonly name: string = "CredentialError";
  /** The name of the operation, or its method and path where it has none. */
  readonly operation: string;
  /** The name of the security scheme. */
  readonly scheme: string;

  constructor(operation: string, scheme: string, problem: string, options?: ErrorOptions) {
    super(`${operation} was not sent: auth[${JSON.stringify(scheme)}] ${problem}`, options);
    this.operation = operation;
    this.scheme = scheme;
  }
}
