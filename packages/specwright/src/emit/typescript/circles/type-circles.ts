import { findFirstFree } from "../../../first-free.ts";
import type { Model, Schema } from "../../../model/model.ts";
import { escapeIdentifier } from "../../../text/identifier.ts";
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
  /**
   * Returns whether a schema extends another one that leads back to it through `allOf` or alternatives. Example: `Cat`
   * extends `Pet`, and is an alternative of it. `Pet & (Cat | Dog)` inside `Cat` then means the same as `Pet`, so the
   * alternatives need not be printed.
   */
  readonly leadsBack: (name: string, extended: string) => boolean;
  /** Returns whether an alternative leads back to its schema through references and alternatives alone. */
  readonly isItself: (name: string, alternative: string) => boolean;
  /** Schemas that only refer to each other in a circle, without any other content. */
  readonly endless: ReadonlySet<string>;
}

/** How a schema uses another one: it extends it, is the same or has it as an alternative, or has it as its items. */
interface Use {
  readonly name: string;
  readonly as: "extended" | "alternative" | "item";
}

/** Finds the circles of a document. */
export function findTypeCircles({ components }: Model): TypeCircles {
  const uses = new Map<string, readonly Use[]>();
  for (const [name, schema] of components.schemas) {
    const found = listUses(schema, "alternative");
    if (found.length > 0) {
      uses.set(name, found);
    }
  }
  const leadsBack = findCircleMates(uses, ({ as }) => as !== "item");
  const isItself = findCircleMates(uses, ({ as }) => as === "alternative");
  const isPrinted = (from: string, { name, as }: Use): boolean =>
    as === "item" || !(as === "extended" ? leadsBack(from, name) : isItself(from, name));
  const aliases = nameAliases(findCircleMembers(uses, isPrinted).flat());
  return { aliases, leadsBack, isItself, endless: findEndless(components.schemas) };
}

/** Follows each reference once, even if several schemas lead to it. */
function findEndless(schemas: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const verdicts = new Map<string, boolean>();
  for (const start of schemas.keys()) {
    const way = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && !verdicts.has(name) && !way.has(name)) {
      way.add(name);
      name = schemas.get(name)?.ref?.name;
    }
    const isEndless = name !== undefined && (way.has(name) || verdicts.get(name) === true);
    for (const passed of way) {
      verdicts.set(passed, isEndless);
    }
  }
  return new Set([...verdicts].flatMap(([name, isEndless]) => (isEndless ? [name] : [])));
}

type Uses = ReadonlyMap<string, readonly Use[]>;

function findCircleMates(
  uses: Uses,
  counts: (use: Use) => boolean,
): (name: string, other: string) => boolean {
  const circles = new Map<string, number>();
  for (const [index, circle] of findCircleMembers(uses, (_, use) => counts(use)).entries()) {
    for (const name of circle) {
      circles.set(name, index);
    }
  }
  return (name, other) => {
    const circle = circles.get(name);
    return circle !== undefined && circle === circles.get(other);
  };
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

/** The schemas from which a type is made. Enums and constants use none of them, but listing too many does no harm. */
function listUses(schema: Schema, as: Use["as"]): readonly Use[] {
  const { ref, dynamicReference, allOf, anyOf, oneOf, items, prefixItems } = schema;
  const own = [ref, dynamicReference].flatMap((reference) =>
    reference?.name === undefined ? [] : [{ name: reference.name, as }],
  );
  const isItem = as === "item";
  const parts = [
    ...listUsesOfAll(allOf, isItem ? as : "extended"),
    ...listUsesOfAll(anyOf, isItem ? as : "alternative"),
    ...listUsesOfAll(oneOf, isItem ? as : "alternative"),
    ...listUsesOfAll(prefixItems, "item"),
    ...listUsesOfAll(items && [items], "item"),
  ];
  return parts.length === 0 ? own : [...own, ...parts];
}

const listUsesOfAll = (schemas: readonly Schema[] | undefined, as: Use["as"]): readonly Use[] =>
  schemas === undefined ? [] : schemas.flatMap((schema) => listUses(schema, as));

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
