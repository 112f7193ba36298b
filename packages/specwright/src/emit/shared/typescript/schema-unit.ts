import type { Schema } from "../../../document/model/model.ts";
import { outlineSchema } from "../../../document/model/outline.ts";
import type { Unit } from "../../../watch/kept-units.ts";
import { leadsBack } from "./circles/type-circles.ts";
import { mostParts } from "./schema/composed-object.ts";
import type { TypeFacts } from "./type-facts.ts";

/** Everything from which the type of a component is printed. */
export interface SchemaUnit extends Unit {
  readonly name: string;
  readonly schema: Schema;
  /** The schemas behind references that printing follows: those that the schema extends, and those that have no name. */
  readonly followed: readonly Schema[];
  /** The facts about the schema and about those to which it refers. */
  readonly facts: TypeFacts;
}

/** The unit of a component's type. An edit of a schema changes the units of the schemas that extend it, and no others. */
export function planSchemaUnit(name: string, schema: Schema, facts: TypeFacts): SchemaUnit {
  const followed = new Set<Schema>();
  const names = new Set([name]);
  const written = new Set([schema]);
  // The scope of a `$dynamicAnchor` can bind what is behind every reference in it.
  let isScope = false;
  // Iterating a set also visits the items that are added during the loop.
  for (const each of written) {
    const parts = outlineSchema(each).map(({ schema: part }) => part);
    // Alternatives are read to see whether they describe what is required.
    const requires = parts.some(({ required = [] }) => required.length > 0);
    isScope ||= parts.some(({ dynamicAnchors }) => dynamicAnchors !== undefined);
    for (const part of parts) {
      for (const reference of [part.ref, part.dynamicReference]) {
        if (reference?.name !== undefined) {
          names.add(reference.name);
        }
        if (reference !== undefined && (isScope || reference.name === undefined)) {
          written.add(reference.target);
        }
      }
      addAll(part.dynamicAnchors?.values() ?? [], written);
      for (const { ref } of requires ? [...(part.anyOf ?? []), ...(part.oneOf ?? [])] : []) {
        if (ref !== undefined) {
          addExtended(ref.target, followed);
        }
      }
      for (const { ref } of part.allOf ?? []) {
        if (ref !== undefined) {
          addExtended(ref.target, followed);
        }
        if (ref?.name !== undefined && leadsBack(name, ref.name, facts.circles)) {
          addAll(listChain(ref.target), written);
        }
      }
    }
  }
  written.delete(schema);
  if (isScope) {
    addAll(facts.unnamed.anchored.values(), names);
  }
  return {
    name,
    schema,
    followed: [...new Set([...followed, ...written])],
    facts: selectFacts(facts, name, names),
  };
}

/** Adds a schema that is extended, and those that it extends in turn, with all references between them. */
function addExtended(extended: Schema, found: Set<Schema>): void {
  const parts = new Set<Schema>();
  const waiting = [extended];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const chain = listChain(next);
    const part = chain.at(-1) ?? next;
    if (!parts.has(part) && parts.size < mostParts) {
      parts.add(part);
      waiting.push(...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? []));
      addAll(chain, found);
    }
  }
}

function addAll<Item>(items: Iterable<Item>, found: Set<Item>): void {
  for (const item of items) {
    found.add(item);
  }
}

/** The schema and those to which its reference leads, one after the other. */
function listChain(schema: Schema): readonly Schema[] {
  const chain = new Set([schema]);
  // Iterating a set also visits the items that are added during the loop.
  for (const { ref } of chain) {
    if (ref !== undefined) {
      chain.add(ref.target);
    }
  }
  return [...chain];
}

function selectFacts(facts: TypeFacts, name: string, targets: ReadonlySet<string>): TypeFacts {
  const { aliases, extending, alternating, endless } = facts.circles;
  const circles = {
    aliases: select(aliases, [name]),
    endless: new Set([name].filter((each) => endless.has(each))),
    extending: select(extending, extending.has(name) ? targets : []),
    alternating: select(alternating, alternating.has(name) ? targets : []),
  };
  return { ...facts, circles, names: facts.names && select(facts.names, targets) };
}

function select(
  map: ReadonlyMap<string, string>,
  keys: Iterable<string>,
): ReadonlyMap<string, string> {
  const selected = new Map<string, string>();
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) {
      selected.set(key, value);
    }
  }
  return selected;
}
