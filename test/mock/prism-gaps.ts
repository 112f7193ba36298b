/**
 * The features of our document that Prism does not support, by operation, each with the reason. A gap that no longer exists
 * fails the tests, so that this list stays true.
 */
export interface Gap {
  readonly operation: string;
  /** The attempt: the plain example, an answer with a status, a missing key or a wrong body. */
  readonly what: "example" | "missing key" | "wrong body" | `status ${number}`;
  readonly reason: string;
}

export const gaps: readonly Gap[] = [];
