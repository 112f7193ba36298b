import { isObject } from "../../../scripts/support/document.ts";

/** Keywords that do not constrain values. */
const annotations = new Set([
  "$schema",
  "$id",
  "id",
  "title",
  "description",
  "default",
  "examples",
]);

/**
 * A JSON Schema in one spelling for each meaning: nullable types as `anyOf`, one value as `const`, patterns as JavaScript
 * prints them. Annotations and schemas that allow everything are left out.
 */
export function normalizeForm(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(normalizeForm);
  }
  if (!isObject(schema)) {
    return schema;
  }
  const { type, ...rest } = schema;
  if (
    Array.isArray(type) &&
    type.length === 2 &&
    type.includes("null") &&
    rest.enum === undefined
  ) {
    const [named] = type.filter((name) => name !== "null");
    const { description: _, ...own } = rest;
    return { anyOf: [normalizeForm({ type: named, ...own }), { type: "null" }] };
  }
  const members = Object.entries(schema)
    .filter(([keyword, value]) => !annotations.has(keyword) && !allowsEverything(keyword, value))
    .map(([keyword, value]) => normalizeMember(keyword, value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members);
}

function normalizeMember(keyword: string, value: unknown): [string, unknown] {
  if (keyword === "enum" && Array.isArray(value) && value.length === 1) {
    return ["const", value[0]];
  }
  if (keyword === "pattern") {
    return [keyword, new RegExp(String(value), "u").source];
  }
  if (keyword === "required" && Array.isArray(value)) {
    return [keyword, [...value].sort()];
  }
  if (keyword === "properties" && isObject(value)) {
    const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return [keyword, Object.fromEntries(parts.map(([name, part]) => [name, normalizeForm(part)]))];
  }
  return [keyword, keyword === "const" || keyword === "enum" ? value : normalizeForm(value)];
}

function allowsEverything(keyword: string, value: unknown): boolean {
  const isEmpty = value === true || (isObject(value) && Object.keys(value).length === 0);
  return (
    (keyword === "additionalProperties" && isEmpty) ||
    (keyword === "properties" && isEmpty) ||
    (keyword === "required" && Array.isArray(value) && value.length === 0) ||
    (keyword === "propertyNames" && JSON.stringify(value) === '{"type":"string"}')
  );
}
