/** Why a request was not made or not answered. */
export type EgressReason =
  /** Not an absolute URL, or one that is written so that readers disagree about its host. */
  | "url-invalid"
  | "scheme-not-allowed"
  /** User information stands before the host. */
  | "credentials-in-url"
  | "port-not-allowed"
  /** A header that belongs to the connection, such as `host`. */
  | "header-not-allowed"
  /** The host, or one of the addresses that it resolves to, is none of the public internet. */
  | "address-not-allowed"
  | "host-not-found"
  | "connect-failed"
  | "tls-failed"
  /** The proxy did not connect, or is none. */
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
  /** The connection broke off, or what came was no HTTP. */
  | "protocol-error";

/** Reasons that show before anything was sent: repeating such a request has no effect twice. */
const unsent: ReadonlySet<EgressReason> = new Set([
  "url-invalid",
  "scheme-not-allowed",
  "credentials-in-url",
  "port-not-allowed",
  "header-not-allowed",
  "address-not-allowed",
  "host-not-found",
  "connect-failed",
  "tls-failed",
  "proxy-failed",
  "connect-timeout",
]);

/** A request that failed on its way. The message names neither path nor query, which may hold secrets. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly reason: EgressReason;
  /** Whether the server cannot have seen the request. */
  readonly isUnsent: boolean;

  constructor(reason: EgressReason, cause?: unknown) {
    super(`The request failed: ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.isUnsent = unsent.has(reason);
  }
}
