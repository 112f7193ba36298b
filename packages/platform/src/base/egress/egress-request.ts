import type { EgressLimits } from "./limits/limits.ts";

/** A body. It is sent with its length, and can be sent again after a redirect. */
export type EgressBody = string | Uint8Array | Blob | URLSearchParams;

/** An HTTP proxy, of a project's own. */
export interface EgressProxy {
  /** `http` or `https`, without user information. Its address is checked as every other is. */
  readonly url: string;
  /** The value of `Proxy-Authorization`, a secret. */
  readonly authorization?: string | undefined;
}

/** A request. Members that `fetch` also has mean the same. */
export interface EgressRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: EgressBody | null;
  readonly signal?: AbortSignal | null;
  /**
   * `manual`, the default, returns redirects as they are. `error` fails with `redirect-not-allowed`. A function is
   * called with each new address and follows at most five; when it returns false, the redirect is returned as it is.
   */
  readonly redirect?: "manual" | "error" | ((url: URL) => boolean);
  /** A proxy for the request. Its address and the target's are checked by the same rules. */
  readonly proxy?: EgressProxy | undefined;
  /**
   * The request shares connections with requests of the same pool only; `separateConnections` names one. Requests through a
   * proxy ignore it.
   */
  readonly pool?: string;
  /** Limits for this request. The rest is taken from the egress. */
  readonly limits?: Partial<Omit<EgressLimits, "connectTimeout">>;
}
