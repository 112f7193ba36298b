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

/** Prism compares the whole text of a stream of lines with the schema of one line, and refuses it before anything else. */
const lines = "Prism does not read application/x-ndjson";

export const gaps: readonly Gap[] = [
  { operation: "importConnectedAccounts", what: "example", reason: lines },
  ...([200, 401, 403, 405, 406, 408, 413, 415, 429, 431, 500, 503] as const).map(
    (status): Gap => ({
      operation: "importConnectedAccounts",
      what: `status ${status}`,
      reason: lines,
    }),
  ),
];
