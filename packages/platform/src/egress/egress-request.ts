import type { EgressLimits } from "./limits.ts";

/** What a body may be; it is sent with its length, and can be sent again after a redirect. */
export type EgressBody = string | Uint8Array | Blob | URLSearchParams;

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
  /** Bounds for this request; the others are those of the egress. */
  readonly limits?: Partial<Omit<EgressLimits, "connectTimeout">>;
}
