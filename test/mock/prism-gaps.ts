/**
 * The features of our document that Prism does not support, by operation, with the reason. When a gap no longer exists,
 * a test fails, so this list stays correct.
 */
export interface Gap {
  readonly operation: string;
  /** The request that fails: the plain example, one that asks for a status, one without a key or with a wrong body. */
  readonly what: "example" | "missing key" | "wrong body" | `status ${number}`;
  readonly reason: string;
}

export const gaps: readonly Gap[] = [];
