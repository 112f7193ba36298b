/** The application has refused the grant permanently (RFC 6749, section 5.2: `invalid_grant`). */
export class RefreshRefusedError extends Error {
  override readonly name = "RefreshRefusedError";
}

/**
 * The application returned a new refresh token, but no usable access token. Callers receive its `cause`. Contains a
 * secret.
 */
export class RefreshIncompleteError extends Error {
  override readonly name = "RefreshIncompleteError";
  readonly refreshToken: string;

  constructor(refreshToken: string, cause: Error) {
    super("The application gave a refresh token alone.", { cause });
    this.refreshToken = refreshToken;
  }
}
