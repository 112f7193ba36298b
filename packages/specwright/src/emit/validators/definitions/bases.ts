import { hasAssertions, hasCombinations } from "../../../document/model/facts/keywords.ts";
import type { Schema } from "../../../document/model/model.ts";
import { findCircles } from "../../shared/typescript/circles/find-circles.ts";
import type { Definition } from "./definitions.ts";

/** The functions that finding bases needs. */
export interface BaseOptions {
  /** All definitions. The list grows when a base is made. */
  readonly definitions: readonly Definition[];
  /** The definitions to which an alternative of a definition's schema leads without entering a part of the value. */
  readonly listTargets: (whole: Definition, alternative: Schema) => Iterable<Definition>;
  /** Makes the base of a definition, with the given schema, which lacks alternatives. */
  readonly create: (whole: Definition, schema: Schema) => Definition;
  /**
   * The bases by definition; undefined for a definition without one. Each definition has at most one base, so the
   * process ends.
   */
  readonly made: Map<Definition, Definition | undefined>;
}

/**
 * Replaces circular references between a schema and its alternatives. Documents often write inheritance in a circle:
 * `Pet` has `oneOf: [Cat, Dog]`, and `Cat` has `allOf: [Pet, …]`. Every valid `Cat` is one of `Pet`'s alternatives
 * anyway, so `Cat` only has to satisfy `Pet`'s own keywords. The reference from `Cat` back to `Pet` therefore leads to
 * the base of `Pet`: `Pet` without its alternatives, as in the types (ADR 29).
 *
 * @returns True when new bases were made, so that circles have to be searched again
 */
export function addBases({ definitions, listTargets, create, made }: BaseOptions): boolean {
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
    [...listTargets(whole, alternative)].some((used) => circleOf.get(used) === circleOf.get(whole));
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

/** Returns the same schema for each call, so that the text printed from it can be kept. */
function withoutAlternatives(schema: Schema, dropped: readonly ("anyOf" | "oneOf")[]): Schema {
  const known = cache.get(schema) ?? new Map<string, Schema>();
  cache.set(schema, known);
  const key = dropped.join();
  const { discriminator: _, ...rest } = schema;
  const base =
    known.get(key) ??
    (Object.fromEntries(
      Object.entries(rest).filter(([keyword]) => !dropped.some((each) => each === keyword)),
      // A schema needs no member except its location.
    ) as unknown as Schema);
  known.set(key, base);
  return base;
}

function saysNothing(schema: Schema): boolean {
  return !hasAssertions(schema) && !hasCombinations(schema) && schema.ref === undefined;
}

/** From now on, the definition leads to the base. When the base would be empty, the whole definition replaces itself. */
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
