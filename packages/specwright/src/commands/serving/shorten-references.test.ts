import { expect, test } from "vitest";
import type { JsonObject } from "../../json-object.ts";
import { shortenReferences } from "./shorten-references.ts";

const referTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function writeDocument(schemas: JsonObject): JsonObject {
  return { openapi: "3.1.0", components: { schemas } };
}

/** The number of parts when each reference is replaced by its target, counted without memory of targets. */
function countParts(value: unknown, document: JsonObject): number {
  if (typeof value !== "object" || value === null) {
    return 1;
  }
  const { $ref } = value as JsonObject;
  const name = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
  const { schemas } = document.components as { readonly schemas: JsonObject };
  return [...Object.values(value), ...(name === undefined ? [] : [schemas[name]])].reduce<number>(
    (sum, part) => sum + countParts(part, document),
    1,
  );
}

test("a document that is small and has no circle keeps its references", () => {
  const document = writeDocument({ A: { items: referTo("B") }, B: { type: "string" } });
  expect(shortenReferences(document)).toMatchObject({ document, cut: 0 });
});

test("one reference of a circle becomes a schema of its target's type, with what is beside it", () => {
  const properties = { parent: { ...referTo("A"), description: "d" }, next: referTo("B") };
  const document = writeDocument({
    A: { type: "object", properties },
    B: { type: "array", items: referTo("A") },
  });
  const short = shortenReferences(document);
  expect(short.cut).toBe(2);
  expect(short.document).toEqual(
    writeDocument({
      A: {
        type: "object",
        properties: { ...properties, parent: { type: "object", description: "d" } },
      },
      B: { type: "array", items: { type: "object" } },
    }),
  );
  expect(short.size).toBe(countParts(short.document, short.document));
});

test.each([
  ["that all refer to each other", 30, (at: number, by: number) => (at * 7 + by * 3 + 1) % 30],
  ["that refer to the next ones", 40, (at: number, by: number) => at + by + 1],
])("schemas %s stay below the limit when nothing is shared", (_, length, next) => {
  const names = Array.from({ length }, (_each, index) => `S${index}`);
  const document = writeDocument(
    Object.fromEntries(
      names.map((name, at) => [
        name,
        {
          type: "object",
          properties: Object.fromEntries(
            [0, 1, 2, 3].flatMap((by) => {
              const target = names[next(at, by)];
              return target === undefined ? [] : [[`p${by}`, referTo(target)]];
            }),
          ),
        },
      ]),
    ),
  );
  const short = shortenReferences(document);
  expect(short.cut).toBeGreaterThan(0);
  expect(short.size).toBe(countParts(short.document, short.document));
  expect(short.size).toBeLessThan(3_000_000);
});
