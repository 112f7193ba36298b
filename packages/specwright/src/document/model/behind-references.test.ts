import { expect, test } from "vitest";
import { buildSchemaA } from "../../../test/build-model-from.ts";
import { followSchemaReferences } from "./behind-references.ts";

test("references are followed to the schema that they lead to", () => {
  const schema = buildSchemaA({
    A: { $ref: "#/components/schemas/B" },
    B: { $ref: "#/components/schemas/C" },
    C: { type: "string" },
  });
  expect(followSchemaReferences(schema)?.types).toEqual(["string"]);
});

test("references that lead in a circle lead nowhere", () => {
  const schema = buildSchemaA({
    A: { $ref: "#/components/schemas/B" },
    B: { $ref: "#/components/schemas/A" },
  });
  expect(followSchemaReferences(schema)).toBeUndefined();
});
