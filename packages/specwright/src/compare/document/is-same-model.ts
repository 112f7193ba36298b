import type { Model } from "../../document/model/model.ts";

/** Returns whether two models are the same, also in the order of their parts, wherever these are written. */
export function isSameModel(before: Model, after: Model): boolean {
  // Circles end at pairs that are under way or known to be the same.
  const known = new Map<object, Set<object>>();
  return isSame({ ...before, source: "" }, { ...after, source: "" }, known);
}

function isSame(left: unknown, right: unknown, known: Map<object, Set<object>>): boolean {
  if (left === right) {
    return true;
  }
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return false;
  }
  const partners = known.get(left) ?? new Set();
  if (partners.has(right)) {
    return true;
  }
  known.set(left, partners.add(right));
  const [from, to] = [listParts(left), listParts(right)];
  return (
    from.length === to.length &&
    from.every(([key, value], index) => {
      const [other, part] = to[index] ?? [];
      return key === other && isSame(value, part, known);
    })
  );
}

/** The members, entries or elements of an object in an order that counts. */
function listParts(value: object): readonly (readonly [key: unknown, part: unknown])[] {
  if (value instanceof Map) {
    return [...value];
  }
  const members = Object.entries(value).filter(([key]) => key !== "location");
  // The order of a schema's keywords says nothing.
  return Array.isArray(value) ? members : members.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
