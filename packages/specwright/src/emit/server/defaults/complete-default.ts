import { listConjuncts } from "../../../document/model/conjuncts.ts";
import type { Schema } from "../../../document/model/model.ts";
import { createTestPattern } from "../../../text/test-pattern.ts";
import { findMismatch, type Judge } from "../../mismatches/find-mismatch.ts";
import { type Alternative, findFilledAlternatives } from "./find-alternatives.ts";
import { findFilledDefault, findFilledItems } from "./find-defaults.ts";

/** A default may lead to itself: `child: { $ref: Node, default: {} }` in `Node`. */
const deepest = 16;

/** Fills in the defaults inside a default that contains objects, so that nothing is left to do at run time. */
export function completeDefault(value: unknown, schema: Schema, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth === deepest) {
    return value;
  }
  const completed = Array.isArray(value)
    ? completeItems(value, findFilledItems(schema), depth)
    : completeMembers(new Map(Object.entries(value)), schema, depth);
  const meant = findFilledAlternatives(schema).filter((each) => isMeant(each, value));
  return [...listConjuncts(schema), ...meant.map((each) => each.schema)].reduce<unknown>(
    (each, part) => completeDefault(each, part, depth + 1),
    completed,
  );
}

/** The maximum number of schemas that are checked for one default. */
const maximumSteps = 10_000;

/** True when a default fits an alternative, or when that is uncertain: types then promise the members of the alternative. */
function isMeant({ schema }: Alternative, value: unknown): boolean {
  const judge: Judge = {
    testPattern: createTestPattern(),
    assertsFormats: true,
    steps: { left: maximumSteps },
  };
  return findMismatch(value, schema, "request", judge) === undefined;
}

function completeItems(
  items: readonly unknown[],
  schema: Schema | undefined,
  depth: number,
): unknown {
  return schema === undefined
    ? items
    : items.map((item) => completeDefault(item, schema, depth + 1));
}

function completeMembers(
  members: Map<string, unknown>,
  { properties, additionalProperties }: Schema,
  depth: number,
): unknown {
  for (const [name, value] of members) {
    const schema = properties?.get(name) ?? additionalProperties;
    if (schema !== undefined) {
      members.set(name, completeDefault(value, schema, depth + 1));
    }
  }
  for (const [name, property] of properties ?? []) {
    const found = members.has(name) ? undefined : findFilledDefault(property);
    if (found !== undefined) {
      members.set(name, completeDefault(found.value, property, depth + 1));
    }
  }
  return Object.fromEntries(members);
}
