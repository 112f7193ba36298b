import { expect, test } from "vitest";
import { modelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";

/** The verdicts of the predicate, of the schema and of Zod alone. */
function verdicts(A: object, value: unknown, others: object = {}): unknown[] {
  const model = modelOfDocument({ components: { schemas: { ...others, A } } });
  const { predicates, schemas } = loadValidators(model);
  const plain = loadValidators(model, { usesPredicates: false }).schemas.A;
  return [
    predicates.isA?.(value),
    schemas.A?.safeParse(value).success,
    plain?.safeParse(value).success,
  ];
}

const self = { $ref: "#/components/schemas/A" };

test.each([{ dependentSchemas: { again: self } }, { if: { maxProperties: 1 }, else: self }])(
  "references of parts hold beside one that leads back in place: %j",
  (back) => {
    const A = { ...back, type: "object", properties: { part: self }, additionalProperties: false };
    expect(verdicts(A, { part: { part: {} } })).toEqual([true, true, true]);
    expect(verdicts(A, { part: { part: 1 } })).toEqual([false, false, false]);
  },
);

test("a reference in what no keyword asks for is none", () => {
  const A = { else: self, properties: { part: self }, type: ["object", "number"] };
  expect(verdicts(A, { part: { part: 1 } })).toEqual([true, true, true]);
  expect(verdicts(A, { part: { part: "a" } })).toEqual([false, false, false]);
});

test("schemas that depend on a property speak of no item of an array, which has a length", () => {
  const A = { dependentSchemas: { length: { items: true } }, unevaluatedItems: false };
  expect(verdicts(A, [])).toEqual([true, true, true]);
  expect(verdicts(A, [1])).toEqual([false, false, false]);
});

test("alternatives that extend the schema that they are alternatives of are all asked, in any order", () => {
  const of = (name: string): object => ({ allOf: [self, { type: "object", required: [name] }] });
  const alternatives = ["B", "C"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const A = { type: "object", required: ["kind"], oneOf: alternatives };
  const others = { B: of("b"), C: of("c") };
  expect(verdicts(A, { kind: 1, b: 1 }, others)).toEqual([true, true, true]);
  expect(verdicts(A, { kind: 1, c: 1 }, others)).toEqual([true, true, true]);
  expect(verdicts(A, { kind: 1 }, others)).toEqual([false, false, false]);
  expect(verdicts(A, { c: 1 }, others)).toEqual([false, false, false]);
});
