import type { Schema } from "./model.ts";

/** The schemas that a value of this schema also has to fit: the target of its reference, then the members of `allOf`. */
export function listConjuncts({ ref, allOf = [] }: Schema): readonly Schema[] {
  return ref === undefined ? allOf : [ref.target, ...allOf];
}
