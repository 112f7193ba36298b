import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { fc } from "../support/fast-check.ts";
import { chooseAmount } from "../support/samples.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The properties of ordinary documents: types, lists of values in their several forms, and references to them. */
const properties: fc.Arbitrary<object> = fc.constantFrom<object>(
  {},
  { type: "string" },
  { type: ["string", "null"] },
  { type: "integer" },
  { type: "integer", format: "int32" },
  { type: "number" },
  { type: "integer", minimum: 1 },
  { const: "a" },
  { type: "string", enum: ["a", "b"] },
  { type: "string", enum: ["b"], allOf: [ref("Letter")] },
  { type: "integer", enum: [1], allOf: [ref("Digit")] },
  { oneOf: [{ const: "a" }, { const: "b", description: "B." }] },
  { oneOf: [{ const: 1 }, { const: 1 }] },
  { anyOf: [{ const: null }, { enum: [1, "a"] }] },
  { type: "array" },
  { type: "array", items: { type: "object" } },
  { type: "array", items: ref("Item") },
  ref("Letter"),
  ref("Digit"),
  { allOf: [ref("Letter"), { type: "string" }] },
);

const objects = fc.record(
  {
    type: fc.constantFrom("object", ["object", "null"]),
    properties: fc.dictionary(fc.constantFrom("kind", "id"), properties, { maxKeys: 2 }),
    required: fc.subarray(["kind", "id", "more"]),
    additionalProperties: fc.constantFrom(true, true, { type: "string" }),
  },
  { requiredKeys: ["type"] },
);

const parts = fc.oneof(objects, fc.constantFrom(ref("Base"), ref("Item")));
const compositions = fc.oneof(
  fc.record({ allOf: fc.array(parts, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    allOf: fc.array(parts, { minLength: 1, maxLength: 2 }),
    type: fc.constant("object"),
  }),
  objects.map((object) => ({ allOf: [ref("Base")], ...object })),
);

const documents = fc
  .record({ Base: objects, A: compositions, B: compositions, C: compositions })
  .map(({ Base, A, B, C }) => ({
    Letter: { type: "string", oneOf: [{ const: "a" }, { const: "b" }] },
    Digit: { type: "integer", format: "int32", oneOf: [{ const: 1 }, { const: 2 }] },
    Item: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
    Base,
    A,
    B,
    C,
    Either: { oneOf: [ref("A"), ref("B")] },
    Any: { anyOf: [ref("B"), ref("C"), { type: "null" }] },
  }));

const scalars = fc.constantFrom<unknown>("a", "b", "c", 1, 2, 1.5, null, [], [{ id: 1 }], [1], {});
const lists = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.dictionary(fc.constantFrom("kind", "id", "more"), scalars) },
    { weight: 1, arbitrary: scalars },
  ),
  { minLength: 12, maxLength: 12 },
);

test("composed objects, lists of values and tags mean what they mean to Ajv, with and without predicates", () => {
  fc.assert(
    fc.property(documents, lists, (schemas, values) => {
      const components = { schemas };
      const model = buildModelOfDocument({ components });
      const whole = loadValidators(model);
      const plain = loadValidators(model, { usesPredicates: false });
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const name of ["A", "B", "C", "Either", "Any"] as const) {
        const judge = ajv.compile({ ...ref(name), components });
        for (const value of values) {
          const verdicts = {
            predicate: whole.predicates[`is${name}`]?.(value),
            schema: whole.schemas[name]?.safeParse(value).success,
            zod: plain.schemas[name]?.safeParse(value).success,
          };
          const expected = judge(value);
          const reported = JSON.stringify({ name, value });
          expect(verdicts, reported).toEqual({
            predicate: expected,
            schema: expected,
            zod: expected,
          });
        }
      }
    }),
    {
      numRuns: Number(process.env.FUZZ_RUNS ?? chooseAmount(30, 100)),
    },
  );
}, 400_000);
