import {
  createEnvironments,
  emptyEnvironment,
} from "../../../../document/model/facts/dynamic-scope/environment.ts";
import { takeReferenceAsPart } from "../../../../document/model/facts/reference-as-part.ts";
import type { Model, Schema, SchemaReference } from "../../../../document/model/model.ts";
import { findFirstFree } from "../../../../first-free.ts";
import { escapeIdentifier } from "../../../../text/identifier.ts";
import {
  findDynamicTarget,
  findScopedKey,
  isBoundHere,
  nameAnchored,
  type Scope,
} from "../places/dynamic-targets.ts";
import { reserved } from "../type-hoisted.ts";
import { findCircles } from "./find-circles.ts";

/**
 * Component schemas that lead back to themselves in places that TypeScript resolves immediately, which is everywhere
 * except in members of objects. There, an interface member that is a list of itself, or is made from itself, is an
 * error (TS2502).
 */
export interface TypeCircles {
  /** Names of type aliases by schema. An alias may be a list of itself, so each schema to which a list leads back has one. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The circles of schemas that lead back to themselves through `allOf` or alternatives: see `leadsBack`. */
  readonly extending: CircleNames;
  /** The circles of schemas that lead back to themselves through references and alternatives alone: see `isItself`. */
  readonly alternating: CircleNames;
  /** Schemas that only refer to each other in a circle, without any other content. */
  readonly endless: ReadonlySet<string>;
}

/** From the name of a schema to the name of its circle, which is that of the first schema in it. */
type CircleNames = ReadonlyMap<string, string>;

/**
 * Returns whether a schema extends another one that leads back to it through `allOf` or alternatives. Example: `Cat`
 * extends `Pet`, and is an alternative of it. `Pet & (Cat | Dog)` inside `Cat` then means the same as `Pet`, so the
 * alternatives need not be printed.
 */
export function leadsBack(
  name: string,
  extended: string,
  { extending }: Pick<TypeCircles, "extending">,
): boolean {
  return isInCircle(name, extended, extending);
}

/** Returns whether an alternative leads back to its schema through references and alternatives alone. */
export function isItself(
  name: string,
  alternative: string,
  { alternating }: Pick<TypeCircles, "alternating">,
): boolean {
  return isInCircle(name, alternative, alternating);
}

function isInCircle(name: string, other: string, circles: CircleNames): boolean {
  const circle = circles.get(name);
  return circle !== undefined && circle === circles.get(other);
}

/** How a schema uses another one: it extends it, is the same or has it as an alternative, or has it as its items. */
interface Use {
  readonly name: string;
  readonly as: "extended" | "alternative" | "item";
}

/**
 * Finds the circles of a document.
 *
 * @param likeOpenapiTypescript Whether types leave out what stands beside a reference.
 */
export function findTypeCircles(model: Model, likeOpenapiTypescript = false): TypeCircles {
  const { components } = model;
  const read: ReadWhole = likeOpenapiTypescript ? (schema) => schema : takeReferenceAsPart;
  const reading: Omit<Reading, "listed"> = {
    read,
    environment: emptyEnvironment,
    environments: createEnvironments(),
    unnamed: { anchored: nameAnchored(model) },
  };
  const uses = new Map<string, readonly Use[]>();
  for (const [name, schema] of components.schemas) {
    const found = listUses(schema, "alternative", { ...reading, listed: new Set() });
    if (found.length > 0) {
      uses.set(name, found);
    }
  }
  const extending = nameCircles(uses, ({ as }) => as !== "item");
  const alternating = nameCircles(uses, ({ as }) => as === "alternative");
  const isPrinted = (from: string, { name, as }: Use): boolean =>
    as === "item" || !isInCircle(from, name, as === "extended" ? extending : alternating);
  const aliases = nameAliases(findCircleMembers(uses, isPrinted).flat());
  return { aliases, extending, alternating, endless: findEndless(components.schemas, read) };
}

/** The schema that is printed for a reference with keywords beside it. */
type ReadWhole = (schema: Schema) => Schema;

/** Follows each reference once, even if several schemas lead to it. */
function findEndless(schemas: ReadonlyMap<string, Schema>, read: ReadWhole): ReadonlySet<string> {
  const verdicts = new Map<string, boolean>();
  for (const start of schemas.keys()) {
    const way = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && !verdicts.has(name) && !way.has(name)) {
      way.add(name);
      const schema: Schema | undefined = schemas.get(name);
      name = schema && read(schema).ref?.name;
    }
    const isEndless = name !== undefined && (way.has(name) || verdicts.get(name) === true);
    for (const passed of way) {
      verdicts.set(passed, isEndless);
    }
  }
  return new Set([...verdicts].flatMap(([name, isEndless]) => (isEndless ? [name] : [])));
}

type Uses = ReadonlyMap<string, readonly Use[]>;

function nameCircles(uses: Uses, counts: (use: Use) => boolean): CircleNames {
  const circles = findCircleMembers(uses, (_, use) => counts(use));
  return new Map(circles.flatMap((circle) => circle.map((name) => [name, circle[0] ?? name])));
}

function findCircleMembers(
  uses: Uses,
  counts: (from: string, use: Use) => boolean,
): readonly (readonly string[])[] {
  const listUsedNames = (from: string): readonly string[] =>
    (uses.get(from) ?? []).filter((use) => counts(from, use)).map(({ name }) => name);
  return findCircles(uses.keys(), listUsedNames).filter(
    ([first = "", ...more]) => more.length > 0 || listUsedNames(first).includes(first),
  );
}

/** How the uses of a component are listed. */
interface Reading extends Scope {
  readonly read: ReadWhole;
  /** The targets that are written out in a component, each with its use and scope. Their uses are listed once. */
  readonly listed: Set<string>;
}

/** The schemas from which a type is made. Enums and constants use none of them, but listing too many does no harm. */
function listUses(schema: Schema, as: Use["as"], outside: Reading): readonly Use[] {
  const environment = outside.environments.enter(outside.environment, schema);
  const reading = environment === outside.environment ? outside : { ...outside, environment };
  const whole = reading.read(schema);
  const { ref, allOf, anyOf, oneOf, items, prefixItems, unevaluatedItems } = whole;
  const listUsesOfAll = (
    schemas: readonly Schema[] | undefined,
    asPart: Use["as"],
  ): readonly Use[] => (schemas ?? []).flatMap((each) => listUses(each, asPart, reading));
  const dynamic = whole.dynamicReference && findDynamicTarget(whole, reading);
  const own = [ref, dynamic].flatMap((reference) => listReferenceUses(reference, as, reading));
  const isItem = as === "item";
  const parts = [
    ...listUsesOfAll(allOf, isItem ? as : "extended"),
    ...listUsesOfAll(anyOf, isItem ? as : "alternative"),
    ...listUsesOfAll(oneOf, isItem ? as : "alternative"),
    ...listUsesOfAll(prefixItems, "item"),
    ...listUsesOfAll(items && [items], "item"),
    ...listUsesOfAll(unevaluatedItems && [unevaluatedItems], "item"),
  ];
  return parts.length === 0 ? own : [...own, ...parts];
}

/** A target that the scope binds is written out, so that its uses count. */
function listReferenceUses(
  reference: SchemaReference | undefined,
  as: Use["as"],
  reading: Reading,
): readonly Use[] {
  if (reference === undefined) {
    return [];
  }
  const { name, target } = reference;
  if (!isBoundHere(reference, reading)) {
    return name === undefined ? [] : [{ name, as }];
  }
  const key = `${as} ${findScopedKey(target, reading)}`;
  if (reading.listed.has(key)) {
    return [];
  }
  reading.listed.add(key);
  return listUses(target, as, reading);
}

function nameAliases(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(reserved);
  const last = new Map<string, number>();
  return new Map(
    names.map((name) => {
      const wanted = escapeIdentifier(`Circular ${name}`, { style: "pascal" });
      const alias = findFirstFree(wanted, (candidate) => taken.has(candidate), {
        separator: "_",
        last,
      });
      taken.add(alias);
      return [name, alias];
    }),
  );
}
