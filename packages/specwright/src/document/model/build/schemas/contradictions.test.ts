import { expect, test } from "vitest";
import { buildValue } from "../../../../../test/build-model-from.ts";

test.each<[schema: object, keyword: string, said: string]>([
  [{ type: "integer", minimum: 5, maximum: 3 }, "minimum", "no number"],
  [{ exclusiveMinimum: 3, maximum: 3 }, "exclusiveMinimum", "no number"],
  [{ type: "string", minLength: 2, maxLength: 1 }, "minLength", "no string"],
  [{ minItems: 2, maxItems: 1 }, "minItems", "no array"],
  [{ minProperties: 2, maxProperties: 1 }, "minProperties", "no object"],
  [{ type: "string", enum: [1, 2] }, "enum", "no value is valid"],
  [{ type: "string", enum: ["a", 4.1] }, "enum", "`4.1`"],
  [{ type: "string", enum: ["a", null] }, "enum", "`null`"],
  [{ type: ["string", "null"], enum: ["a"] }, "enum", "null is not valid"],
  [{ type: "integer", const: 1.5 }, "const", "`1.5`"],
  [{ required: ["a"], properties: { a: false } }, "required", '`"a"`'],
  [
    { required: ["a", "b"], properties: { a: {} }, additionalProperties: false },
    "required",
    '`"b"`',
  ],
  [{ required: ["a", "b"], maxProperties: 1 }, "maxProperties", "2 properties"],
])("a schema that contradicts itself is a warning at the keyword: %j", (A, keyword, said) => {
  const { diagnostics } = buildValue({ components: { schemas: { A } } });
  expect(diagnostics).toEqual([
    {
      severity: "warning",
      code: "contradictory-schema",
      message: expect.stringContaining(said),
      fix: expect.any(String),
      file: "openapi.json",
      pointer: `/components/schemas/A/${keyword}`,
    },
  ]);
});

test("a schema that agrees with itself is not reported", () => {
  const schemas = {
    A: { type: "integer", minimum: 3, maximum: 3, enum: [3] },
    B: { type: "number", enum: [1, 2.5], const: 1 },
    C: { type: ["string", "null"], enum: ["a", null] },
    D: { required: ["xa"], patternProperties: { "^x": {} }, additionalProperties: false },
    E: { enum: [1, "a", null] },
    F: { type: "array", minItems: 2, maxItems: 2, const: [1, 2] },
  };
  expect(buildValue({ components: { schemas } }).diagnostics).toEqual([]);
  const legacy = {
    A: { type: "string", nullable: true, enum: ["a", null] },
    B: { type: "integer", minimum: 3, exclusiveMinimum: true, maximum: 4 },
  };
  expect(buildValue({ openapi: "3.0.3", components: { schemas: legacy } }).diagnostics).toEqual([]);
});

test("3.0: a boolean exclusiveMinimum counts where bounds meet", () => {
  const A = { type: "integer", minimum: 3, exclusiveMinimum: true, maximum: 3 };
  const { diagnostics } = buildValue({ openapi: "3.0.3", components: { schemas: { A } } });
  expect(diagnostics.map(({ code }) => code)).toEqual(["contradictory-schema"]);
});
