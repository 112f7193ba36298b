/** The tokens that an application granted (RFC 6749, section 5.1), as read by the rules of its toolkit. */
export interface TokenSet {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly token_type?: string;
  /** Whole seconds, at least one and at most a year. */
  readonly expires_in?: number;
  readonly scope?: string;
  readonly id_token?: string;
  /** Further members of the response that the toolkit's tools need, such as a cloud id. */
  readonly extra?: Readonly<Record<string, unknown>>;
}
