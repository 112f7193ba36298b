import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { loadModel } from "../../packages/specwright/src/commands/load/load-model.ts";
import { isObject } from "../../scripts/support/document.ts";
import { componentsToJsonSchema } from "./support/json-schema.ts";
import { loadValidators } from "./support/load-validators.ts";
import { normalizeForm } from "./support/normal-form.ts";

const spec = fileURLToPath(new URL("../../spec/openapi.yaml", import.meta.url));

/**
 * Keywords that `z.toJSONSchema` writes in another way than the document, with the same meaning, and why. Differences
 * that `normalizeForm` removes, such as annotations, are not reported.
 */
const differences: Readonly<Record<string, string>> = {
  $ref: "a part of `allOf` that others add to is read back as `$ref` beside `allOf`",
  allOf: "objects with different properties are read back as one object",
  anyOf: "several types, and lists of values with null, are read back as alternatives",
  enum: "see anyOf",
  maxLength: "see anyOf: the limit of one of several types is read back in its alternative",
  oneOf: "alternatives of different types, of which two never hold, are read back as anyOf",
  properties: "see allOf",
  required: "see allOf",
  type: "see anyOf and allOf",
  unevaluatedProperties:
    "read back inside of a part of `allOf`, where it refuses what the other parts allow: z.toJSONSchema has no place for it beside them",
  writeOnly: "the component is the whole schema; only the validators of a direction differ by it",
};

test("z.toJSONSchema reads every schema of our document back, but for listed keywords", () => {
  const { model } = loadModel(spec);
  const { schemas } = loadValidators(model);
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemas)) {
    registry.add(schema, { id: name });
  }
  const read = z.toJSONSchema(registry, { uri: (id) => `#/$defs/${id}` }).schemas;
  const { $defs } = componentsToJsonSchema(model);
  const found = new Map<string, string>();
  for (const [name, schema] of Object.entries($defs)) {
    compare(normalizeForm(schema), normalizeForm(read[name]), name, found);
  }
  expect([...found.keys()].sort(), [...found.values()].join("\n")).toEqual(
    Object.keys(differences),
  );
});

/** Records each keyword that differs between two schemas, with the first place where it does. */
function compare(
  expected: unknown,
  actual: unknown,
  path: string,
  found: Map<string, string>,
): void {
  if (!isObject(expected) || !isObject(actual)) {
    if (JSON.stringify(expected) !== JSON.stringify(actual)) {
      note("schema", path, expected, actual, found);
    }
    return;
  }
  for (const keyword of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    compareKeyword(keyword, expected[keyword], actual[keyword], `${path}/${keyword}`, found);
  }
}

function compareKeyword(
  keyword: string,
  expected: unknown,
  actual: unknown,
  path: string,
  found: Map<string, string>,
): void {
  if (schemaKeywords.has(keyword) && isObject(expected) && isObject(actual)) {
    compare(expected, actual, path, found);
  } else if (keyword === "properties" && isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      compare(expected[name], actual[name], `${path}/${name}`, found);
    }
  } else if (listKeywords.has(keyword) && Array.isArray(expected) && Array.isArray(actual)) {
    expected.forEach((part, index) => {
      compare(part, actual[index], `${path}/${index}`, found);
    });
  } else if (writeCanonicalSchema(expected) !== writeCanonicalSchema(actual)) {
    note(keyword, path, expected, actual, found);
  }
}

const schemaKeywords = new Set(["items", "additionalProperties", "not", "if", "propertyNames"]);
const listKeywords = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** The order of names and types does not matter. */
function writeCanonicalSchema(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value) ?? "absent";
}

function note(
  keyword: string,
  path: string,
  expected: unknown,
  actual: unknown,
  found: Map<string, string>,
): void {
  if (!found.has(keyword)) {
    found.set(keyword, `${path}: ${JSON.stringify(expected)} is read as ${JSON.stringify(actual)}`);
  }
}
