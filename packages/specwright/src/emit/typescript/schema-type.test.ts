import { expect, test } from "vitest";
import { modelOf } from "../../../test/model-of.ts";
import { schemaType } from "./schema-type.ts";
import { createTypeContext } from "./type-context.ts";

test.each([
  [undefined, "unknown"],
  [{ type: "string" }, "string"],
  [{ $ref: "#/components/schemas/A" }, 'components["schemas"]["A"]'],
  [{ type: "array", items: { $ref: "#/components/schemas/A" } }, 'components["schemas"]["A"][]'],
  [{ type: "object" }, 'place["content"]["text/plain"]'],
  [{ enum: ["a", "b"] }, 'place["content"]["text/plain"]'],
  [{ type: "array", items: { oneOf: [{}, {}] } }, 'place["content"]["text/plain"]'],
])("%j is printed as what says most: %s", (schema, type) => {
  expect(typeOf(schema, "place")).toBe(type);
});

test("a schema without a place is printed whole", () => {
  expect(typeOf({ enum: ["a", "b"] }, undefined)).toBe('"a" | "b"');
});

function typeOf(schema: unknown, place: string | undefined): string {
  const model = modelOf({
    components: {
      schemas: { A: { type: "object" } },
      responses: { A: { description: "a", content: { "text/plain": { schema } } } },
    },
  });
  const [mediaType] = model.components.responses.get("A")?.content ?? [];
  if (mediaType === undefined) {
    throw new Error("The test's document has no media type.");
  }
  return schemaType(mediaType, place, createTypeContext(model), "");
}
