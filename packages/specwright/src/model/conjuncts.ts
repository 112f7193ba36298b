import type { Schema } from "./model.ts";

/** The schemas that a value has to fit beside the keywords of this one: behind its reference, then those of `allOf`. */
export function conjuncts({ ref, allOf = [] }: Schema): readonly Schema[] {
  return ref === undefined ? allOf : [ref.target, ...allOf];
}
