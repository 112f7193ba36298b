/** The credential of HTTP Basic (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The argument of a function of `auth`. */
export interface CredentialRequest<Value = string> {
  /** The credential that the server answered 401 to; undefined the first time, and when the last one has expired. */
  readonly rejected: Value | undefined;
}

/** A token whose end is known: the function is called again when the time has come, without waiting for a 401. */
export interface ExpiringToken {
  readonly token: string;
  /** A date, or milliseconds since 1970 as `Date.now()` counts them. */
  readonly expiresAt: Date | number;
}

/**
 * A credential, or a function that gets it. The function is called once for all calls that wait for it; its answer is
 * kept until the server answers 401 or `expiresAt` has passed. `undefined` and an empty text mean that no credential is available now.
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

/** Credentials by the name of their security scheme. Generated clients have a type of their own for them. */
export type AuthOptions = Readonly<
  Record<string, Credential | Credential<BasicCredential> | undefined>
>;
