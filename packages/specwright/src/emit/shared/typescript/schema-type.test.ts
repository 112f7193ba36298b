import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { printSchemaType } from "./schema-type.ts";
import { createTypeContext } from "./type-context.ts";
import { collectTypeFacts } from "./type-facts.ts";

test.each([
  [undefined, "unknown"],
  [{ type: "string" }, "string"],
  [{ $ref: "#/components/schemas/A" }, 'components["schemas"]["A"]'],
  [{ type: "array", items: { $ref: "#/components/schemas/A" } }, 'components["schemas"]["A"][]'],
  [{ type: "object" }, 'place["content"]["text/plain"]'],
  [{ enum: ["a", "b"] }, 'place["content"]["text/plain"]'],
  [{ type: "array", items: { oneOf: [{}, {}] } }, 'place["content"]["text/plain"]'],
])("%j is printed as the most specific type: %s", (schema, type) => {
  expect(printComponentType(schema, "place")).toBe(type);
});

test("a schema without a place is printed whole", () => {
  expect(printComponentType({ enum: ["a", "b"] }, undefined)).toBe('"a" | "b"');
});

function printComponentType(schema: unknown, place: string | undefined): string {
  const model = buildModelFrom({
    components: {
      schemas: { A: { type: "object" } },
      responses: { A: { description: "a", content: { "text/plain": { schema } } } },
    },
  });
  const [mediaType] = model.components.responses.get("A")?.content ?? [];
  if (mediaType === undefined) {
    throw new Error("The test's document has no media type.");
  }
  return printSchemaType(mediaType, place, createTypeContext(collectTypeFacts(model)), "");
}
