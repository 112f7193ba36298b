/** Limits of one request; times in milliseconds, sizes in bytes. */
export interface EgressLimits {
  /** Resolving and connecting, TLS included. */
  readonly connectTimeout: number;
  /** From the start until the headers of the response have arrived. */
  readonly headersTimeout: number;
  /** Between two pieces of the body. */
  readonly bodyTimeout: number;
  /** The whole request, including redirects and reading the body. */
  readonly totalTimeout: number;
  /** The body of the answer, after decompression. */
  readonly maximumBodyBytes: number;
}

/**
 * An application that takes longer to connect is down. The total is the limit of a tool's execution
 * (docs/decisions.md §7).
 */
export const defaultLimits: EgressLimits = {
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 15_000,
  totalTimeout: 60_000,
  maximumBodyBytes: 10 * 1024 * 1024,
};

/** Bytes of all headers of a response together. Node's own server has the same limit for a request. */
export const maximumHeaderBytes: number = 16 * 1024;

/** Redirects that one request follows, where the caller allows any. */
export const maximumRedirects = 5;
