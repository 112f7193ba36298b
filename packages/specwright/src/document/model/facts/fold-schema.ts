import { listConjuncts } from "../conjuncts.ts";
import type { Schema } from "../model.ts";

/** The functions that derive a fact about a schema from the facts about its parts. */
export interface SchemaFold<Fact> {
  /** The fact of a part that leads back to the schema that contains it. It must not exclude anything. */
  readonly nothing: Fact;
  /** The fact that follows from the schema's own keywords, without its reference, `allOf`, `anyOf` and `oneOf`. */
  readonly readOwn: (schema: Schema) => Fact;
  /** The fact about a value that fits both parts. */
  readonly joinBoth: (left: Fact, right: Fact) => Fact;
  /** The fact about a value that fits one of the alternatives. */
  readonly joinAlternatives: (alternatives: readonly Fact[]) => Fact;
  /**
   * The fact of each schema in a circle, given the fact of each without the others. By default, each schema keeps its
   * own.
   */
  readonly closeCircle?: (each: readonly Fact[]) => Fact;
}

/** Facts by schema. A weak map keeps them from one question to the next. */
export type KnownFacts<Fact> = Pick<WeakMap<Schema, Fact>, "get" | "set">;

/**
 * Combines the fact of a schema with those of its reference, `allOf`, `anyOf` and `oneOf`. The schema allows nothing
 * that the result excludes. Every schema is visited once, because the number of paths to a schema may double with every
 * level. The result depends on the schema alone, not on earlier calls.
 */
export function foldSchema<Fact>(
  schema: Schema,
  fold: SchemaFold<Fact>,
  known: KnownFacts<Fact> = new Map<Schema, Fact>(),
): Fact {
  if (known.get(schema) === undefined && isAlone(schema)) {
    known.set(schema, fold.readOwn(schema));
  } else if (known.get(schema) === undefined) {
    visit(schema, { fold, known, numbers: new Map(), open: [] });
  }
  // Every schema that was visited is known.
  return known.get(schema) ?? fold.nothing;
}

/**
 * A search for circles (Tarjan, 1972). The fact of a schema becomes known when the facts of all schemas that it leads
 * to are known.
 */
interface Search<Fact> {
  readonly fold: SchemaFold<Fact>;
  readonly known: KnownFacts<Fact>;
  /** Schemas in the order in which they were found. */
  readonly numbers: Map<Schema, number>;
  /** The schemas whose fact is not known yet. */
  readonly open: Schema[];
}

/** @returns the lowest number of the open schemas that this one leads to */
function visit<Fact>(schema: Schema, search: Search<Fact>): number {
  const { fold, known, numbers, open } = search;
  if (isAlone(schema)) {
    known.set(schema, fold.readOwn(schema));
    return Number.POSITIVE_INFINITY;
  }
  const number = numbers.size;
  numbers.set(schema, number);
  open.push(schema);
  let lowest = number;
  for (const parts of [listConjuncts(schema), schema.anyOf ?? [], schema.oneOf ?? []]) {
    for (const part of parts) {
      if (known.get(part) === undefined) {
        lowest = Math.min(lowest, numbers.get(part) ?? visit(part, search));
      }
    }
  }
  if (lowest === number) {
    close(open.splice(open.lastIndexOf(schema)), search);
  }
  return lowest;
}

/** A shortcut: most schemas combine no others, and a large document has many schemas. */
function isAlone({ ref, allOf, anyOf, oneOf }: Schema): boolean {
  return ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined;
}

/** Computes the facts of a circle of schemas, or of a single schema that is not part of a circle. */
function close<Fact>(circle: readonly Schema[], { fold, known }: Search<Fact>): void {
  const facts = circle.map((schema) => computeFact(schema, fold, known));
  const common = circle.length > 1 ? fold.closeCircle?.(facts) : undefined;
  for (const [index, schema] of circle.entries()) {
    known.set(schema, common ?? (facts[index] as Fact));
  }
}

/** A schema whose fact is still unknown is in the same circle. */
function computeFact<Fact>(schema: Schema, fold: SchemaFold<Fact>, known: KnownFacts<Fact>): Fact {
  const ask = (part: Schema): Fact => known.get(part) ?? fold.nothing;
  let fact = fold.readOwn(schema);
  for (const part of listConjuncts(schema)) {
    fact = fold.joinBoth(fact, ask(part));
  }
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (alternatives !== undefined) {
      fact = fold.joinBoth(fact, fold.joinAlternatives(alternatives.map(ask)));
    }
  }
  return fact;
}

/**
 * Makes a fold for a fact that is a possibility: a value may have some property only if every part that it has to fit
 * allows it.
 */
export function foldPossibility(own: (schema: Schema) => boolean): SchemaFold<boolean> {
  return {
    nothing: true,
    readOwn: own,
    joinBoth: (left, right) => left && right,
    joinAlternatives: (alternatives) => alternatives.includes(true),
  };
}
