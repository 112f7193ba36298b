import { expect, test } from "vitest";
import { buildSchemaA, buildValue } from "../../../../../test/build-model-from.ts";

const nullableEnums = {
  A: { type: "string", nullable: true, enum: ["a"] },
  B: { type: "object", properties: { b: { type: "integer", nullable: true, enum: [1] } } },
  C: { type: "string", nullable: true, const: "c" },
  D: { type: "string", nullable: true, enum: ["d", null] },
  E: { nullable: true, enum: ["e"] },
};

test("3.0: nullable beside an enum without null allows null, with one warning for the whole document", () => {
  const { model, diagnostics } = buildValue({
    openapi: "3.0.3",
    components: { schemas: nullableEnums },
  });
  const { schemas } = model.components;
  expect(schemas.get("A")).toMatchObject({ types: ["string", "null"], enum: ["a", null] });
  expect(schemas.get("B")?.properties?.get("b")?.enum).toEqual([1, null]);
  expect(schemas.get("C")?.anyOf).toMatchObject([{ const: { value: "c" } }, { types: ["null"] }]);
  expect(schemas.get("D")?.enum).toEqual(["d", null]);
  expect(schemas.get("E")?.anyOf).toMatchObject([{ enum: ["e"] }, { types: ["null"] }]);
  expect(diagnostics).toEqual([
    {
      severity: "warning",
      code: "nullable-enum-without-null",
      message: expect.stringMatching(/ 4 places\.$/),
      fix: expect.stringContaining("null"),
      file: "openapi.json",
      pointer: "/components/schemas/A/nullable",
    },
  ]);
});

test("a type of 3.1 does not add null to an enum", () => {
  const written = { type: ["string", "null"], enum: ["a"] };
  expect(buildSchemaA({ A: written })).toMatchObject({ enum: ["a"] });
});

test("3.0: a composed nullable schema is the schema or null, with its annotations outside", () => {
  const schema = buildSchemaA(
    { A: { nullable: true, description: "d", allOf: [{ $ref: "#/components/schemas/B" }] }, B: {} },
    "3.0.3",
  );
  expect(schema.description).toBe("d");
  expect(schema.allOf).toBeUndefined();
  expect(schema.anyOf?.map(({ allOf, types }) => [allOf?.length, types])).toEqual([
    [1, undefined],
    [undefined, ["null"]],
  ]);
});

test("nullable, which documents of 3.1 keep from 3.0, allows null with a warning", () => {
  const { model, diagnostics } = buildValue({
    components: {
      schemas: {
        A: { type: "string", nullable: true, description: "d" },
        B: { nullable: true, oneOf: [{ type: "string" }, { type: "integer" }] },
        C: { $ref: "#/components/schemas/D", nullable: true },
        D: { type: "object", nullable: false },
      },
    },
  });
  const { schemas } = model.components;
  expect(schemas.get("A")).toMatchObject({ types: ["string", "null"], description: "d" });
  expect(schemas.get("B")?.anyOf?.map(({ types }) => types)).toEqual([undefined, ["null"]]);
  expect(schemas.get("C")?.anyOf).toBeUndefined();
  expect(schemas.get("D")?.types).toEqual(["object"]);
  expect(diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
    ["nullable-after-3.0", "warning", "/components/schemas/A/nullable"],
    ["nullable-after-3.0", "warning", "/components/schemas/B/nullable"],
    ["ignored-beside-reference", "warning", "/components/schemas/C/nullable"],
  ]);
});
