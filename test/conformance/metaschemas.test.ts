import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  findMetaschemaFile,
  metaschemaUri,
} from "../../packages/specwright/src/document/read/references/metaschemas.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";

// Ajv comes with the metaschemas as files.
const ajv = dirname(createRequire(import.meta.url).resolve("ajv/package.json"));
const folder = join(ajv, "dist/refs/json-schema-2020-12");
const published = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
  .map((name): { $id: string } => JSON.parse(readFileSync(join(folder, name), "utf8")));

/** Without keywords for people, such as `description`. */
function withoutTexts(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    (key === "$comment" || key === "title") && typeof value === "string" ? undefined : value,
  );
  return JSON.parse(text);
}

test.each(published.map((schema) => [schema.$id, schema] as const))(
  "%s says what the published one says",
  (uri, schema) => {
    expect(withoutTexts(findMetaschemaFile(uri)?.value)).toEqual(withoutTexts(schema));
  },
);

test.each([
  "https://json-schema.org/draft/2020-12/core",
  "https://json-schema.org/draft/2020-12/meta/schema",
  "https://json-schema.org/draft/2019-09/schema",
])("%s is not built in", (uri) => {
  expect(findMetaschemaFile(uri)).toBeUndefined();
});

test("a component that refers to the metaschema accepts schemas only, at any depth", () => {
  const Tool = { properties: { parameters: { $ref: metaschemaUri } } };
  const { schemas } = loadValidators(buildModelOfDocument({ components: { schemas: { Tool } } }));
  const acceptsParameters = (parameters: unknown): boolean | undefined =>
    schemas.Tool?.safeParse({ parameters }).success;
  expect(acceptsParameters({ type: "object", properties: { a: { minLength: 1 } } })).toBe(true);
  expect(acceptsParameters({ type: "object", properties: { a: { minLength: -1 } } })).toBe(false);
  expect(acceptsParameters({ allOf: [{ not: { items: { type: "text" } } }] })).toBe(false);
});
