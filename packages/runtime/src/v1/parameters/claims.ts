import { spreads } from "./decode-query.ts";
import type { Plan } from "./plan.ts";

/** The names of a query that belong to certain parameters, so that an object with additional properties leaves them alone. */
export interface Claims {
  /** Returns whether a name belongs to a parameter that has the name itself, as in `size`, `ids[]` and `filter[a]`. */
  readonly isNamed: (name: string) => boolean;
  /** Returns whether a parameter has exactly this name, so that it belongs to no other: `a[b]` beside the object `a`. */
  readonly isOwnName: (name: string) => boolean;
  /** Returns whether an exploded object declares a property of this name. */
  readonly isDeclared: (name: string) => boolean;
}

/**
 * Finds the names that belong to certain parameters.
 *
 * @param taken further names, of things that are not parameters
 */
export function claimNames(plans: readonly Plan[], taken: readonly string[] = []): Claims {
  const named = plans.filter((plan) => !spreads(plan));
  const names = new Set([...taken, ...named.flatMap(({ name }) => [name, `${name}[]`])]);
  const ownNames = new Set(named.map(({ name }) => name));
  const beginnings = named.filter((plan) => plan.brackets).map(({ name }) => `${name}[`);
  const declared = new Set(
    plans.filter(spreads).flatMap(({ type }) => Object.keys(type?.properties ?? {})),
  );
  return {
    isNamed: (name) =>
      names.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
    isOwnName: (name) => ownNames.has(name),
    isDeclared: (name) => declared.has(name),
  };
}
