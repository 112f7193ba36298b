/** The credential of HTTP Basic (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The argument of a function of `auth`. */
export interface CredentialRequest<Value = string> {
  /** The credential that the server refused with 401. Undefined on the first request and after an expiry. */
  readonly rejected: Value | undefined;
}

/** A token with a known expiry: the function is called again at that time, without waiting for a 401. */
export interface ExpiringToken {
  readonly token: string;
  /** A date, or milliseconds since 1970 as `Date.now()` counts them. */
  readonly expiresAt: Date | number;
}

/**
 * A credential, or a function that gets it. Calls that need it at the same time share one call of the function. Its
 * result is kept until the server answers 401 or `expiresAt` has passed. `undefined` and an empty string mean that no
 * credential is available now.
 */
export type Credential<Value = string> =
  | Value
  | ((
      request: CredentialRequest<Value>,
    ) => CredentialAnswer<Value> | Promise<CredentialAnswer<Value>>);

/** The result of a function of `auth`. */
export type CredentialAnswer<Value = string> =
  | Value
  | (Value extends string ? ExpiringToken : never)
  | undefined;

/**
 * Credentials by the name of their security scheme. Generated clients declare a narrower type, with the schemes of
 * their document.
 */
export type AuthOptions = Readonly<
  Record<string, Credential | Credential<BasicCredential> | undefined>
>;
