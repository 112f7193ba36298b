import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { isObject } from "../../scripts/support/document.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators, type Validators } from "./support/load-validators.ts";

const int32 = { type: "integer", format: "int32" };
const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Int32: int32,
  Number32: { type: "number", format: "int32" },
  Untyped32: { format: "int32" },
  Nullable32: { type: ["integer", "null"], format: "int32" },
  Mixed32: { type: ["integer", "string"], format: "int32" },
  Bounded32: { type: "integer", format: "int32", minimum: 1, maximum: 5 },
  Positive32: { type: "integer", format: "int32", minimum: 0, multipleOf: 2 },
  Listed32: { type: "integer", format: "int32", enum: [1, 2] },
  Choice32: { type: "integer", format: "int32", oneOf: [{ const: 1 }, { const: 2 }] },
  Both32: { allOf: [int32, { type: "integer", minimum: 3 }] },
  Either32: { anyOf: [int32, { type: "boolean" }] },
  Not32: { not: { type: "integer", format: "int32" } },
  Object32: { type: "object", properties: { a: int32 }, required: ["a"] },
  Extended32: {
    allOf: [
      { type: "object", properties: { a: { type: "integer" } } },
      { type: "object", properties: { a: int32 } },
    ],
  },
  List32: { type: "array", items: int32, uniqueItems: true },
  Map32: { type: "object", additionalProperties: int32 },
  Int64: { type: "integer", format: "int64" },
  Positive64: { type: "integer", format: "int64", minimum: 0 },
  Untyped64: { format: "int64" },
  Float: { type: "number", format: "float" },
  PositiveFloat: { type: "number", format: "float", exclusiveMinimum: 0 },
  Double: { type: "number", format: "double" },
};

const numbers = [
  ...[0, -0, 1, 2, 3, 5, 6, -1, 0.5, 1e10, -1e10, 2 ** 53, 1e18],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32],
];
const values: readonly unknown[] = [
  ...numbers,
  ...[true, null, [], {}],
  ...numbers.flatMap((value) => [[value], { a: value }]),
  "text",
];

const model = buildModelOfDocument({ components: { schemas } });
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

function acceptsValue(validators: Validators, name: string, value: unknown): boolean | undefined {
  return validators.schemas[name]?.safeParse(value).success;
}

test.each([true, false])(
  "formats of numbers mean what they mean to Ajv (predicates: %s)",
  (usesPredicates) => {
    const validators = loadValidators(model, { usesPredicates });
    for (const [name, schema] of Object.entries(schemas)) {
      const validate = ajv.compile(schema);
      // For Ajv, int64 does not apply to texts; see the next test.
      const asked = name === "Untyped64" ? values.filter((value) => value !== "text") : values;
      const differing = asked.filter(
        (value) => validate(value) !== acceptsValue(validators, name, value),
      );
      expect(differing, name).toEqual([]);
    }
  },
);

test.each([true, false])(
  "int64 and float end where their bits do, which Ajv does not ask, and int64 may be a text (predicates: %s)",
  (usesPredicates) => {
    const { schemas: found } = loadValidators(
      buildModelOfDocument({
        components: {
          schemas: {
            ...schemas,
            Text64: { type: "string", format: "int64" },
            Either64: { type: ["string", "integer"], format: "int64" },
          },
        },
      }),
      { usesPredicates },
    );
    const judge = (name: string, value: unknown): unknown => found[name]?.safeParse(value).success;
    const largest = JSON.parse("9223372036854775807");
    for (const name of ["Int64", "Positive64", "Untyped64", "Either64"]) {
      expect(
        [largest, 2 * largest].map((value) => judge(name, value)),
        name,
      ).toEqual([true, false]);
    }
    for (const name of ["Text64", "Untyped64", "Either64"]) {
      const texts = [
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1.5",
        "",
      ];
      const verdicts = texts.map((value) => judge(name, value));
      expect(verdicts, name).toEqual([true, true, false, false, false]);
    }
    for (const name of ["Float", "PositiveFloat"]) {
      expect(
        [3.4028235e38, 1e39].map((value) => judge(name, value)),
        name,
      ).toEqual([true, false]);
    }
    expect(judge("Double", 1e39)).toBe(true);
  },
);

test("with formats as comments, no format is enforced", () => {
  const validators = loadValidators(model, { formats: "annotate" });
  for (const name of Object.keys(schemas)) {
    const { format, ...plain } = schemas[name] ?? {};
    if (format === undefined) {
      continue;
    }
    const validate = ajv.compile(plain);
    const differing = values.filter(
      (value) => validate(value) !== acceptsValue(validators, name, value),
    );
    expect(differing, name).toEqual([]);
  }
  expect(isObject(validators.schemas)).toBe(true);
});

test("a format costs nothing where bounds or listed values say more", () => {
  const { files } = loadValidators(model);
  const code = files.get("validators/components.js") ?? "";
  expect(code).toContain("z.int32()");
  expect(code).toContain("z.int().min(1).max(5)");
  expect(code).toContain("z.literal([1, 2])");
  expect(code).toContain('z.number().min(0).check(json.format("int64"))');
  expect(files.get("validators/predicates.js")).toContain("json.numbers.int32(value.a)");
});
