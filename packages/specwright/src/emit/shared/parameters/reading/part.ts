import type { Environment } from "../../../../document/model/facts/dynamic-scope/environment.ts";
import type { Schema } from "../../../../document/model/model.ts";

/** A schema in its dynamic scope. */
export interface Leaf {
  readonly schema: Schema;
  readonly scope: Environment;
}

/** Several parts, of which a value fits all, or any. An undefined part says nothing about the value. */
interface Combined {
  readonly join: "all" | "any";
  readonly parts: readonly (Part | undefined)[];
}

/**
 * What a schema says about an item or a member of a value: the schemas that apply to it. Parts are compared by identity, so
 * each schema has one leaf, and the same parts are combined once.
 */
export type Part = Leaf | Combined;

/** Returns whether a part is the schema `false`. */
export function isNever(part: Part | undefined): boolean {
  return part !== undefined && "schema" in part && part.schema.boolean === false;
}

/**
 * The part that a value fits when it fits all of these. `false` counts only alone: authors close one part of an `allOf`
 * although another part has further members.
 */
export function fitAll(parts: readonly (Part | undefined)[]): Part | undefined {
  const stated = listParts("all", parts).filter((part) => part !== undefined);
  const open = stated.filter((part) => !isNever(part));
  return combine("all", open.length === 0 ? stated.slice(0, 1) : open);
}

/** The part that a value fits when it fits one of these. */
export function fitAny(parts: readonly (Part | undefined)[]): Part | undefined {
  const listed = listParts("any", parts);
  return listed.some((part) => part !== undefined) ? combine("any", listed) : undefined;
}

/** Each part is listed once. Otherwise a schema that is reached in two ways would double the list at every level. */
function listParts(
  join: Combined["join"],
  parts: readonly (Part | undefined)[],
): readonly (Part | undefined)[] {
  return [
    ...new Set(
      parts.flatMap((part) =>
        part !== undefined && "join" in part && part.join === join ? part.parts : [part],
      ),
    ),
  ];
}

function combine(join: Combined["join"], parts: readonly (Part | undefined)[]): Part | undefined {
  if (parts.length < 2) {
    return parts[0];
  }
  const list = parts.reduce(addToList, lists);
  list[join] ??= { join, parts };
  return list[join];
}

/** A list of parts: what it combines to, and the lists that have one part more. */
interface List {
  all?: Combined;
  any?: Combined;
  readonly longer: WeakMap<object, List>;
}

/** The empty list. The parts of a run are forgotten with it. */
const lists: List = { longer: new WeakMap() };

const nothing = {};

function addToList({ longer }: List, part: Part | undefined): List {
  const list = longer.get(part ?? nothing) ?? { longer: new WeakMap() };
  longer.set(part ?? nothing, list);
  return list;
}

/**
 * The part in which `rest` applies wherever nothing else does, as `unevaluatedItems` does. A part that always says something is
 * returned as it is.
 */
export function fillUnstated(
  part: Part | undefined,
  rest: Part,
  known: Map<Part, Part> = new Map(),
): Part {
  if (part === undefined || "schema" in part) {
    return part ?? rest;
  }
  const before = known.get(part);
  if (before !== undefined) {
    return before;
  }
  const parts = part.parts.map((each) => fillUnstated(each, rest, known));
  // Of several parts that apply together, one that always says something is enough.
  const isStated = part.join === "all" && parts.some((each, at) => each === part.parts[at]);
  const filled = isStated ? part : (fitAny(parts) ?? rest);
  known.set(part, filled);
  return filled;
}
