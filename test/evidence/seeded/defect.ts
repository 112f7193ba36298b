/** The parts of the product in which defects are put. */
export type Area =
  | "parser"
  | "model"
  | "printers"
  | "diff"
  | "router"
  | "client"
  | "escapers"
  | "egress"
  | "signatures"
  | "scopes"
  | "jobs"
  | "OAuth";

/** A defect that is put into a copy of the source, to see whether `npm test` catches it. */
export interface SeededDefect {
  readonly area: Area;
  /** What goes wrong for a user, as a sentence. */
  readonly name: string;
  readonly file: string;
  /** The text that is replaced. It occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Files of `npm test`. Each of them fails with the defect. */
  readonly caughtBy: readonly string[];
}
