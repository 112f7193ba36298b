import { expect, test } from "vitest";
import { schemaOf } from "../../test/model-of.ts";
import { behindReferences } from "./behind-references.ts";

test("references are followed to the schema that they lead to", () => {
  const schema = schemaOf({
    A: { $ref: "#/components/schemas/B" },
    B: { $ref: "#/components/schemas/C" },
    C: { type: "string" },
  });
  expect(behindReferences(schema)?.types).toEqual(["string"]);
});

test("references that lead in a circle lead nowhere", () => {
  const schema = schemaOf({
    A: { $ref: "#/components/schemas/B" },
    B: { $ref: "#/components/schemas/A" },
  });
  expect(behindReferences(schema)).toBeUndefined();
});
