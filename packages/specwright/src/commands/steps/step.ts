/** A step of a command, for progress displays. */
export interface Step {
  readonly name: "read" | "emit" | "write" | "compare";
  /** The subject of the step: the document, the target or the folder. */
  readonly detail: string;
  readonly state: "started" | "done" | "failed";
  /** How long it took, once done. */
  readonly milliseconds?: number;
}
