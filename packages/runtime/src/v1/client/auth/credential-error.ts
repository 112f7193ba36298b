import { ApiCallError } from "../failures/call-errors.ts";

/**
 * A call was not sent, because its credential could not be had or cannot be sent. `cause` is what the function of `auth`
 * threw. The message never has the credential in it. `operation` is a method and a path with `createClient`.
 */
export class CredentialError extends ApiCallError {
  override readonly name: string = "CredentialError";
  /** The name of the security scheme. */
  declare readonly scheme: string;

  constructor(operation: string, scheme: string, problem: string, options?: ErrorOptions) {
    super(operation, `was not sent: auth[${JSON.stringify(scheme)}] ${problem}`, options);
    this.scheme = scheme;
  }
}

/** Returns whether a call was not sent because a credential was missing. */
export function isCredentialError(error: unknown): error is CredentialError {
  return error instanceof CredentialError;
}
