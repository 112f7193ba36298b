import { ApiCallError } from "../failures/call-errors.ts";

/**
 * A call was not sent: its credential could not be obtained, or cannot be written into a request. When a function of
 * `auth` failed, `cause` is its error. The message never contains the credential. With `createClient`, `operation` is a
 * method and a path, such as `GET /tools`.
 */
export class CredentialError extends ApiCallError {
  override readonly name: "CredentialError" = "CredentialError";
  /** The name of the security scheme. */
  declare readonly scheme: string;

  constructor(operation: string, scheme: string, problem: string, options?: ErrorOptions) {
    super(operation, `was not sent: auth[${JSON.stringify(scheme)}] ${problem}`, options);
    this.scheme = scheme;
  }
}

/**
 * Returns whether a call was not sent because its credential could not be obtained or sent.
 *
 * @example
 * ```ts
 * import { isCredentialError } from "@specwright/runtime/v1/client";
 * import { createTransport, listNotes } from "./generated/client/index.js";
 *
 * await listNotes(createTransport({ baseUrl: "http://localhost:3000" })).catch((error) => {
 *   if (!isCredentialError(error)) throw error;
 *   console.log(`Sign in again: the credential ${error.scheme} is not available.`);
 * });
 * ```
 */
export function isCredentialError(error: unknown): error is CredentialError {
  return error instanceof CredentialError;
}
