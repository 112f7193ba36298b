import type { Location } from "../document/model/location.ts";
import type { Witness } from "./witness.ts";

/**
 * The effect of a change on an audience. `may break` applies to code that relies on knowing every case, such as an
 * exhaustive switch.
 */
export type Verdict = "breaks" | "may break" | "works";

/** The verdict for each audience of a document. */
export interface Verdicts {
  /** Running programs. `works` means that their requests are still accepted, and that they still understand the responses. */
  readonly callers: Verdict;
  /** Code that is compiled against the types and the client. */
  readonly clientCode: Verdict;
  /** Handlers that are compiled against the server's types. */
  readonly handlers: Verdict;
  /** Values that the validators accepted. */
  readonly validators: Verdict;
}

/**
 * How serious a change is for callers of the API: the worse of the verdicts for callers and client code. A change of
 * texts for readers is `documentation`.
 */
export type Severity = "breaking" | "potentially breaking" | "compatible" | "documentation";

/** Severities, the worst first. */
export const severities: readonly Severity[] = [
  "breaking",
  "potentially breaking",
  "compatible",
  "documentation",
];

/** One difference between two documents. */
export interface Change {
  /** The name of its row in the table of kinds, such as `request-property-added-required`. */
  readonly kind: string;
  readonly severity: Severity;
  readonly verdicts: Verdicts;
  /** The change in one sentence. */
  readonly message: string;
  /** The part of the document that changed, such as `Pet.name` or `response 200`. */
  readonly place: string;
  /**
   * The operations that the change affects, such as `GET /pets`, in the document's order. Empty for a change of the
   * document as a whole.
   */
  readonly operations: readonly string[];
  /** An example of what the change breaks. Absent for changes that break nothing, and where `reason` says why. */
  readonly witness?: Witness;
  /** Why a change may break something, where no example shows it. */
  readonly reason?: string;
  /** The place in the old document. Absent for a new part. */
  readonly before?: Location;
  /** The place in the new document. Absent for a removed part. */
  readonly after?: Location;
}
