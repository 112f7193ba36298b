import { expect, test } from "vitest";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";

import { createRandom } from "../support/samples.ts";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";

/** The verdicts of the predicate, of the schema and of Zod alone. */
function collectVerdicts(A: object, value: unknown, others: object = {}): unknown[] {
  const model = buildModelOfDocument({ components: { schemas: { ...others, A } } });
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
    expect(collectVerdicts(A, { part: { part: {} } })).toEqual([true, true, true]);
    expect(collectVerdicts(A, { part: { part: 1 } })).toEqual([false, false, false]);
  },
);

test("a $ref where no keyword expects a schema is not a reference", () => {
  const A = { else: self, properties: { part: self }, type: ["object", "number"] };
  expect(collectVerdicts(A, { part: { part: 1 } })).toEqual([true, true, true]);
  expect(collectVerdicts(A, { part: { part: "a" } })).toEqual([false, false, false]);
});

test("schemas that depend on a property speak of no item of an array, which has a length", () => {
  const A = { dependentSchemas: { length: { items: true } }, unevaluatedItems: false };
  expect(collectVerdicts(A, [])).toEqual([true, true, true]);
  expect(collectVerdicts(A, [1])).toEqual([false, false, false]);
});

test("alternatives that extend the schema that they are alternatives of are all asked, in any order", () => {
  const of = (name: string): object => ({ allOf: [self, { type: "object", required: [name] }] });
  const alternatives = ["B", "C"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const A = { type: "object", required: ["kind"], oneOf: alternatives };
  const others = { B: of("b"), C: of("c") };
  expect(collectVerdicts(A, { kind: 1, b: 1 }, others)).toEqual([true, true, true]);
  expect(collectVerdicts(A, { kind: 1, c: 1 }, others)).toEqual([true, true, true]);
  expect(collectVerdicts(A, { kind: 1 }, others)).toEqual([false, false, false]);
  expect(collectVerdicts(A, { c: 1 }, others)).toEqual([false, false, false]);
});

test("a schema that extends two schemas of which it is an alternative is asked by both", () => {
  const [A, B, Both, Other] = ["A", "B", "Both", "Other"].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const others = {
    Both: { allOf: [B, A], required: ["both"] },
    Other: { type: "object", required: ["other"] },
    B: { type: "object", required: ["b"], oneOf: [Both, Other] },
  };
  for (const alternatives of [
    [Both, Other],
    [Other, Both],
  ]) {
    const whole = { type: "object", required: ["a"], oneOf: alternatives };
    expect(collectVerdicts(whole, { a: 1, b: 1, both: 1 }, others)).toEqual([true, true, true]);
    expect(collectVerdicts(whole, { a: 1, other: 1 }, others)).toEqual([true, true, true]);
    expect(collectVerdicts(whole, { a: 1, both: 1 }, others)).toEqual([false, false, false]);
    expect(collectVerdicts(whole, { a: 1 }, others)).toEqual([false, false, false]);
  }
});

test("a discriminator chooses among alternatives that are alike, as those of Jackson", () => {
  const named = { type: "object", properties: { value: {} }, required: ["value"] };
  const alternatives = ["Is", "IsNot"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const A = {
    properties: { operator: { type: "string" } },
    required: ["operator"],
    oneOf: alternatives,
    discriminator: { propertyName: "operator", mapping: { is: "Is", isNot: "IsNot" } },
  };
  const others = { Is: named, IsNot: named };
  expect(collectVerdicts(A, { operator: "is", value: 1 }, others)).toEqual([true, true, true]);
  expect(collectVerdicts(A, { operator: "is" }, others)).toEqual([false, false, false]);
  expect(collectVerdicts(A, { value: 1 }, others)).toEqual([false, false, false]);
  const { discriminator: _, ...bare } = A;
  expect(collectVerdicts(bare, { operator: "is", value: 1 }, others)).toEqual([
    false,
    false,
    false,
  ]);
});

/** Circular inheritance: `A`, a cat, extends `Mammal`, which extends `Pet`, and `Pet` has `A` as an alternative. */
const family = {
  Pet: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, chip: {}, vet: {} },
    anyOf: [{ required: ["chip"] }, { required: ["vet"] }],
    oneOf: [self, { $ref: "#/components/schemas/Dog" }],
  },
  Mammal: {
    allOf: [{ $ref: "#/components/schemas/Pet" }],
    properties: { fur: { type: "boolean" } },
  },
  Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }], required: ["bark"] },
};
const cat = { allOf: [{ $ref: "#/components/schemas/Mammal" }], required: ["lives"] };

test.each([
  [{ name: "n", chip: 1, lives: 9, fur: true }, true],
  [{ chip: 1, lives: 9 }, false],
  [{ name: 1, chip: 1, lives: 9 }, false],
  // Alternatives that do not refer back to `A` are ordinary rules.
  [{ name: "n", lives: 9 }, false],
  [{ name: "n", chip: 1, lives: 9, fur: 1 }, false],
])("an alternative that extends its union has the rules of the union: %j", (value, verdict) => {
  expect(collectVerdicts(cat, value, family)).toEqual([verdict, verdict, verdict]);
});

test("properties of the extended schema are evaluated", () => {
  const strict = { ...cat, properties: { lives: {} }, unevaluatedProperties: false };
  const value = { name: "n", chip: 1, lives: 9, fur: true };
  expect(collectVerdicts(strict, value, family)).toEqual([true, true, true]);
  expect(collectVerdicts(strict, { ...value, more: 1 }, family)).toEqual([false, false, false]);
});

test("a circle is reported when a rule is left out of it, and not when its alternatives made it", () => {
  const listCodes = (schemas: object): string[] =>
    emitValidators({
      model: buildModelOfDocument({ components: { schemas } }),
      command: "",
      render: createTemplates(),
    }).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
  expect(listCodes({ ...family, A: cat })).toEqual([]);
  const bare = { oneOf: [self, { type: "string" }] };
  expect(listCodes({ Bare: bare, A: { allOf: [{ $ref: "#/components/schemas/Bare" }] } })).toEqual(
    [],
  );
  const other = { allOf: [self], required: ["other"] };
  expect(
    listCodes({ A: { allOf: [{ $ref: "#/components/schemas/Other" }] }, Other: other }),
  ).toEqual(["endless-reference /components/schemas/Other"]);
});

test("circles of every kind have an end", () => {
  const random = createRandom(5);
  const drawBelow = (limit: number): number => Math.floor(random() * limit);
  const names = ["A", "B", "C", "D"];
  const reference = (): object => ({ $ref: `#/components/schemas/${names[drawBelow(4)]}` });
  const makeSchema = (depth: number): object => {
    const part = (): object =>
      depth > 1 || drawBelow(3) > 0 ? reference() : makeSchema(depth + 1);
    const list = (): object[] => Array.from({ length: 1 + drawBelow(3) }, part);
    const keywords: readonly [string, () => unknown][] = [
      ["type", () => "object"],
      ["required", () => ["a"]],
      ["properties", () => ({ a: part() })],
      ["allOf", list],
      ["oneOf", list],
      ["anyOf", list],
      ["not", part],
      ["unevaluatedProperties", () => false],
    ];
    const used = keywords.filter(() => drawBelow(3) === 0);
    return Object.fromEntries(used.map(([keyword, make]) => [keyword, make()]));
  };
  for (let number = 0; number < 20; number += 1) {
    const [A = {}, B, C, D] = names.map(() => makeSchema(0));
    for (const verdict of collectVerdicts(A, { a: { a: 1 } }, { B, C, D })) {
      expect(verdict).toBeTypeOf("boolean");
    }
  }
});
