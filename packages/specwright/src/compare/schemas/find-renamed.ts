import type { Schema } from "../../document/model/model.ts";

type Named = readonly (readonly [name: string, schema: Schema])[];

/**
 * Pairs the removed and added names of schemas that were only renamed. The schemas must be equal. The names must differ
 * only in spelling, or one must be part of the other, or both schemas must be the only equal ones and not simple types.
 */
export function findRenamed(
  removed: Named,
  added: Named,
  isSame: (before: Schema, after: Schema) => boolean,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  // Many removed and many added names mean different schemas, not renames. Comparing all pairs would also take long.
  if (removed.length * added.length > maximumPairs) {
    return renamed;
  }
  for (const [name, schema] of removed) {
    const same = added.filter(
      ([other, candidate]) => ![...renamed.values()].includes(other) && isSame(schema, candidate),
    );
    const similar = same.filter(([other]) => isSimilarName(name, other));
    const [only, ...others] = similar.length > 0 || isSimple(schema) ? similar : same;
    if (only !== undefined && others.length === 0) {
      renamed.set(name, only[0]);
    }
  }
  return renamed;
}

const maximumPairs = 400;

/**
 * Returns whether names are the same except for case and separators, or one of at least three letters is part of the
 * other.
 */
function isSimilarName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
  if (a === undefined || b === undefined || Math.min(a.length, b.length) < 3) {
    return a === b;
  }
  return a.includes(b) || b.includes(a);
}

/** Simple schemas, such as texts and numbers, are equal in many places, so equality does not show a rename. */
function isSimple({ ref, properties, enum: values, anyOf, oneOf, allOf }: Schema): boolean {
  return [ref, properties, values, anyOf, oneOf, allOf].every((member) => member === undefined);
}
