import { conjuncts } from "../conjuncts.ts";
import type { Schema } from "../model.ts";

/** How a fact about a schema is made of what its parts say. */
export interface SchemaFold<Fact> {
  /** Said by a schema that is met within itself, which excludes nothing. */
  readonly nothing: Fact;
  /** Said by the keywords of the schema itself, without its reference, `allOf`, `anyOf` and `oneOf`. */
  readonly own: (schema: Schema) => Fact;
  /** Said of a value that fits both parts. */
  readonly both: (left: Fact, right: Fact) => Fact;
  /** Said of a value that fits one of the alternatives. */
  readonly either: (alternatives: readonly Fact[]) => Fact;
}

/** Facts by schema. A weak map keeps them from one question to the next. */
export type KnownFacts<Fact> = Map<Schema, Fact> | WeakMap<Schema, Fact>;

/**
 * A schema joined with its reference, `allOf`, `anyOf` and `oneOf`; it says at least as much as the result. Every
 * schema is looked at once, because the ways to a schema may double with every level.
 */
export function foldSchema<Fact>(
  schema: Schema,
  fold: SchemaFold<Fact>,
  known: KnownFacts<Fact> = new Map<Schema, Fact>(),
): Fact {
  const met = known.get(schema);
  if (met !== undefined) {
    return met;
  }
  known.set(schema, fold.nothing);
  let fact = fold.own(schema);
  for (const part of conjuncts(schema)) {
    fact = fold.both(fact, foldSchema(part, fold, known));
  }
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (alternatives !== undefined) {
      const each = alternatives.map((part) => foldSchema(part, fold, known));
      fact = fold.both(fact, fold.either(each));
    }
  }
  known.set(schema, fact);
  return fact;
}

/** Facts that are possibilities: a value may have some property only if every part that it has to fit allows it. */
export function foldPossibility(own: (schema: Schema) => boolean): SchemaFold<boolean> {
  return {
    nothing: true,
    own,
    both: (left, right) => left && right,
    either: (alternatives) => alternatives.includes(true),
  };
}
