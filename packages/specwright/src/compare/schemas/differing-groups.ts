import type { Schema } from "../../document/model/model.ts";
import { isSameValue } from "../compare/comparison.ts";

/** A group of keywords that are compared together. */
export type Group = "values" | "object" | "list" | "combination" | "content";

/**
 * The groups of keywords that have to be compared: `values` when one of its keywords differs, and the others when
 * either schema has one of their keywords, because these contain schemas. Most schemas of a large document are equal
 * and have few keywords, so most groups can be skipped.
 */
export function findDifferingGroups(before: Schema, after: Schema): ReadonlySet<Group> {
  const groups = new Set<Group>();
  collect(before, after, groups);
  collect(after, before, groups);
  return groups;
}

function collect(schema: Schema, other: Schema, groups: Set<Group>): void {
  for (const keyword in schema) {
    const group = groupByKeyword.get(keyword) ?? "values";
    if (group !== "values") {
      groups.add(group);
    } else if (!unseen.has(keyword) && !groups.has(group)) {
      // The loop only visits keywords that the schema has.
      const key = keyword as keyof Schema;
      if (!isSameValue(schema[key], other[key])) {
        groups.add(group);
      }
    }
  }
}

/** Keywords that alone do not change the meaning. */
const unseen: ReadonlySet<string> = new Set([
  "location",
  "id",
  "anchor",
  "defs",
  "dynamicAnchor",
  "dynamicAnchors",
  "dynamicReference",
  "ref",
]);

const keywords: Readonly<Record<Exclude<Group, "values">, string>> = {
  object:
    "properties required additionalProperties patternProperties propertyNames dependentRequired dependentSchemas unevaluatedProperties",
  list: "items prefixItems contains uniqueItems unevaluatedItems",
  content: "contentSchema",
  combination: "allOf anyOf oneOf not if then else discriminator",
};

const groupByKeyword: ReadonlyMap<string, Group> = new Map(
  Object.entries(keywords).flatMap(([group, names]) =>
    // The names of the groups are the keys above.
    names.split(" ").map((name) => [name, group as Group] as const),
  ),
);
