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

/** A request. Members that `fetch` has too mean the same. */
export interface EgressRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: EgressBody | null;
  readonly signal?: AbortSignal | null;
  /**
   * `manual`, the default, answers redirects as they are; `error` fails with `redirect-not-allowed`. A function is asked
   * for each address and follows at most five; what it refuses is answered as it is.
   */
  readonly redirect?: "manual" | "error" | ((url: URL) => boolean);
  /** The proxy through which it goes; the rules for its address are the same, and so are those for the target's. */
  readonly proxy?: EgressProxy | undefined;
  /** Connections are shared with requests of the same pool alone; `forProject` names one. A proxy has none. */
  readonly pool?: string;
  /** Bounds for this request; the others are those of the egress. */
  readonly limits?: Partial<Omit<EgressLimits, "connectTimeout">>;
}
