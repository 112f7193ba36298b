import type { Change } from "../compare/change.ts";
import type { Witness } from "../compare/witness.ts";
import type { Model } from "../document/model/model.ts";

/** The documents of a comparison. */
export interface Models {
  readonly before: Model;
  readonly after: Model;
}

/**
 * Looks for an example of what a change breaks, and tries it on both documents. Undefined when it finds none, or when the
 * change is not of its kinds.
 */
export type FindWitness = (change: Change, models: Models) => Witness | undefined;
