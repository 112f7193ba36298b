import { expect, test } from "vitest";
import {
  isObject,
  type OpenApiDocument,
  resolve,
} from "../../../../../../scripts/support/document.ts";
import { bundleTheDocument } from "../../../../../../test/support/document.ts";
import { metaToolSchemas } from "./meta-tool-schemas.ts";

/** The limits that an agent has to know. Descriptions and the form of slugs may differ. */
const bounds = ["required", "minItems", "maxItems", "minimum", "maximum"];

/** The limits of a schema and of its subschemas, such as `queries.[] required ["use_case"]`. */
function listBounds(document: OpenApiDocument, schema: unknown, place = ""): readonly string[] {
  const { properties, items, ...rest } = resolve(document, schema);
  const inner = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...inner.map(([name]) => `${place}.${name}`),
    ...bounds
      .filter((name) => name in rest)
      .map((name) => `${place} ${name} ${JSON.stringify(rest[name])}`),
    ...inner.flatMap(([name, each]) => listBounds(document, each, `${place}.${name}`)),
    ...(isObject(items) ? listBounds(document, items, `${place}.[]`) : []),
  ].toSorted();
}

test("agents see the arguments and the results that the document describes", async () => {
  const { document } = await bundleTheDocument();
  for (const [slug, { input, output }] of Object.entries(metaToolSchemas)) {
    const name = slug
      .replace("PLATFORM", "")
      .toLowerCase()
      .replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const listKindsInDocument = (kind: string) =>
      listBounds(document, { $ref: `#/components/schemas/${name}${kind}` });
    expect([slug, listBounds(document, input)]).toEqual([slug, listKindsInDocument("Arguments")]);
    const withoutSizes = (lines: readonly string[]) =>
      lines.filter((line) => !/ (?:min|max)/.test(line));
    expect([slug, withoutSizes(listBounds(document, output))]).toEqual([
      slug,
      withoutSizes(listKindsInDocument("Data")),
    ]);
  }
});
