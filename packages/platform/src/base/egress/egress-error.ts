/** The reason why a request was not made or not answered. */
export type EgressReason =
  /** Not an absolute URL, or a URL whose host readers understand differently. */
  | "url-invalid"
  | "scheme-not-allowed"
  /** The URL has user information in front of the host. */
  | "credentials-in-url"
  | "port-not-allowed"
  /** A header that belongs to the connection, such as `host`. */
  | "header-not-allowed"
  /** The host, or one of its addresses, is not on the public internet. */
  | "address-not-allowed"
  | "host-not-found"
  /** The name servers failed, refused or could not be reached, so it is not known if the name has an address. */
  | "host-lookup-failed"
  /** The name servers did not answer in time. */
  | "host-lookup-timeout"
  | "connect-failed"
  | "tls-failed"
  /** The proxy did not connect, or the server is not a proxy. */
  | "proxy-failed"
  | "redirect-not-allowed"
  | "too-many-redirects"
  | "headers-too-large"
  | "body-too-large"
  | "connect-timeout"
  | "headers-timeout"
  | "body-timeout"
  | "total-timeout"
  /** The caller's signal. */
  | "aborted"
  /** The connection broke off, or the response is not HTTP. */
  | "protocol-error";

/**
 * Reasons for failures before anything was sent. After them a request can be repeated without having its effect twice.
 */
const unsent: ReadonlySet<EgressReason> = new Set([
  "url-invalid",
  "scheme-not-allowed",
  "credentials-in-url",
  "port-not-allowed",
  "header-not-allowed",
  "address-not-allowed",
  "host-not-found",
  "host-lookup-failed",
  "host-lookup-timeout",
  "connect-failed",
  "tls-failed",
  "proxy-failed",
  "connect-timeout",
]);

/** The name whose look-up failed, and the time limit of the look-up in milliseconds. */
export interface Lookup {
  readonly host: string;
  readonly limitMs: number;
}

/** A request that failed. The message leaves out the path and the query, which may contain secrets. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly reason: EgressReason;
  /** True when the server cannot have seen the request. */
  readonly isUnsent: boolean;

  /** With the reasons about a host's name. */
  readonly lookup: Lookup | undefined;

  constructor(reason: EgressReason, cause?: unknown, lookup?: Lookup) {
    super(`The request failed: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.lookup = lookup;
    this.isUnsent = unsent.has(reason);
  }
}
