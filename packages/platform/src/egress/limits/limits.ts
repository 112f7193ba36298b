/** Bounds of one request, times in milliseconds, sizes in bytes. */
export interface EgressLimits {
  /** Resolving and connecting, TLS included. */
  readonly connectTimeout: number;
  /** From the beginning until the headers of the answer are here. */
  readonly headersTimeout: number;
  /** Between two pieces of the body. */
  readonly bodyTimeout: number;
  /** Everything, redirects and the reading of the body included. */
  readonly totalTimeout: number;
  /** The body of the answer, after decompression. */
  readonly maximumBodyBytes: number;
}

/** Applications that take longer to connect are down; the total is that of a tool's execution (docs/decisions.md §7). */
export const defaultLimits: EgressLimits = {
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 15_000,
  totalTimeout: 60_000,
  maximumBodyBytes: 10 * 1024 * 1024,
};

/** Headers of an answer, all together: what Node's own server accepts of a request. */
export const maximumHeaderBytes: number = 16 * 1024;

/** Redirects that are followed one after the other, where the caller allows any. */
export const maximumRedirects = 5;
