import type { Schema } from "../../model/model.ts";

type Named = readonly (readonly [name: string, schema: Schema])[];

/**
 * Pairs of removed and added names that are one schema with another name: the schemas are the same, and so are the names but
 * for their spelling, or one name is part of the other one, or both are the only ones of that schema and it is more than a
 * simple type.
 */
export function findRenamed(
  removed: Named,
  added: Named,
  isSame: (before: Schema, after: Schema) => boolean,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  // Many on both sides are another object, not renames, and comparing each with each takes long.
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

/** Names are the same but for case and separators, or one of at least three letters is a part of the other one. */
function isSimilarName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
  if (a === undefined || b === undefined || Math.min(a.length, b.length) < 3) {
    return a === b;
  }
  return a.includes(b) || b.includes(a);
}

/** Texts, numbers and the like are the same in many places. */
function isSimple({ ref, properties, enum: values, anyOf, oneOf, allOf }: Schema): boolean {
  return [ref, properties, values, anyOf, oneOf, allOf].every((member) => member === undefined);
}
