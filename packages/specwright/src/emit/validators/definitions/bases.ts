import { hasAssertions, hasCombinations } from "../../../model/facts/keywords.ts";
import type { Schema } from "../../../model/model.ts";
import { findCircles } from "../../typescript/circles/find-circles.ts";
import type { Definition } from "./definitions.ts";

/** The functions that finding bases needs. */
export interface BaseOptions {
  /** All of them; it grows when one is made. */
  readonly definitions: readonly Definition[];
  /** The definitions that an alternative of a definition's schema leads to without getting to a part of the value. */
  readonly leadsTo: (whole: Definition, alternative: Schema) => Iterable<Definition>;
  /** Makes the definition of a schema without its alternatives. */
  readonly create: (whole: Definition, schema: Schema) => Definition;
  /** The bases by definition, undefined for definitions without one. Each definition has at most one, so making them ends. */
  readonly made: Map<Definition, Definition | undefined>;
}

/**
 * Inheritance is often written in a circle: `Pet` has `oneOf: [Cat, Dog]`, and `Cat` has `allOf: [Pet, …]`. Every
 * valid `Cat` is one of `Pet`'s alternatives anyway, so `Cat` only has to satisfy `Pet`'s own keywords. The reference from
 * `Cat` back to `Pet` therefore leads to the base of `Pet`: `Pet` without its alternatives, as in the types (ADR 29).
 *
 * @returns True when new bases were found, so that circles have to be looked for again
 */
export function addBases({ definitions, leadsTo, create, made }: BaseOptions): boolean {
  const users = definitions.filter(({ endless, bases }) => endless.size > bases.size);
  if (users.length === 0) {
    return false;
  }
  const circleOf = new Map<Definition, number>();
  const circles = findCircles(definitions, ({ usesInPlace }) => usesInPlace);
  for (const [index, members] of circles.entries()) {
    for (const member of members) {
      circleOf.set(member, index);
    }
  }
  const leadsBack = (whole: Definition, alternative: Schema): boolean =>
    [...leadsTo(whole, alternative)].some((used) => circleOf.get(used) === circleOf.get(whole));
  const findBase = (whole: Definition): Definition | undefined => {
    const { schema } = whole;
    const dropped = alternatives.filter((keyword) =>
      schema[keyword]?.some((alternative) => leadsBack(whole, alternative)),
    );
    if (dropped.length === 0) {
      return undefined;
    }
    const base = withoutAlternatives(schema, dropped);
    return saysNothing(base) ? whole : create(whole, base);
  };
  let isNew = false;
  for (const definition of users) {
    for (const whole of definition.endless) {
      if (definition.bases.has(whole)) {
        continue;
      }
      if (!made.has(whole)) {
        made.set(whole, findBase(whole));
      }
      const base = made.get(whole);
      if (base !== undefined) {
        isNew = true;
        replace(definition, whole, base);
      }
    }
  }
  return isNew;
}

const alternatives = ["anyOf", "oneOf"] as const;

const cache = new WeakMap<Schema, Map<string, Schema>>();

/** The same schema each time, so that what is printed of it can be kept. */
function withoutAlternatives(schema: Schema, dropped: readonly ("anyOf" | "oneOf")[]): Schema {
  const known = cache.get(schema) ?? new Map<string, Schema>();
  cache.set(schema, known);
  const key = dropped.join();
  const { discriminator: _, ...rest } = schema;
  const base =
    known.get(key) ??
    (Object.fromEntries(
      Object.entries(rest).filter(([keyword]) => !dropped.some((each) => each === keyword)),
      // A schema has no member that it needs but its place.
    ) as unknown as Schema);
  known.set(key, base);
  return base;
}

function saysNothing(schema: Schema): boolean {
  return !hasAssertions(schema) && !hasCombinations(schema) && schema.ref === undefined;
}

/** From now on the base is what a definition leads to; the whole stands for itself when its base says nothing. */
function replace(definition: Definition, whole: Definition, base: Definition): void {
  definition.bases.set(whole, base);
  definition.usesInPlace.delete(whole);
  if (!definition.usesInParts.has(whole)) {
    definition.uses.delete(whole);
  }
  if (base !== whole) {
    definition.uses.add(base);
    definition.usesInPlace.add(base);
  }
}
