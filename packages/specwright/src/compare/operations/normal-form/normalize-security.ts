import type { SecurityRequirement } from "../../../document/model/model.ts";

/** The alternatives, each once. No alternatives are the same as the single one that needs nothing. */
export function normalizeSecurity(
  alternatives: readonly SecurityRequirement[],
): readonly SecurityRequirement[] {
  const distinct = alternatives.filter(
    (each, index) =>
      !alternatives
        .slice(0, index)
        .some((other) => needsAllOf(each, other) && needsAllOf(other, each)),
  );
  return distinct.length === 0 ? [new Map()] : distinct;
}

/** Returns whether one alternative needs everything that another one needs. */
export function needsAllOf(all: SecurityRequirement, some: SecurityRequirement): boolean {
  return [...some].every(
    ([scheme, scopes]) =>
      all.has(scheme) && scopes.every((scope) => all.get(scheme)?.includes(scope) === true),
  );
}
