import { beforeAll, expect, test } from "vitest";
import { type Carrier, generateCarrier, namePlace, type TextPlace } from "./texts/carry-value.ts";
import { textComponents } from "./texts/text-schemas.ts";

const integer = { type: "integer" };
const number = { type: "number" };
const boolean = { type: "boolean" };
const string = { type: "string" };

/** Where lists of texts and numbers can be written. */
const lists: readonly TextPlace[] = [
  { in: "path" },
  { in: "path", style: "label", explode: true },
  { in: "path", style: "matrix", explode: true },
  { in: "query" },
  { in: "query", style: "form", explode: false },
  { in: "query", style: "pipeDelimited", explode: false },
  { in: "query", arrayFormat: "indices" },
  { in: "query", arrayFormat: "brackets" },
  { in: "header" },
  { in: "cookie", style: "form", explode: false },
  { in: "form" },
  { in: "form", style: "form", explode: false },
  { in: "multipart" },
  { in: "answer" },
];

/** Where objects of texts and numbers can be written. */
const objects: readonly TextPlace[] = [
  { in: "path" },
  { in: "path", explode: true, style: "simple" },
  { in: "path", style: "matrix", explode: true },
  { in: "query", style: "form", explode: false },
  { in: "query" },
  { in: "query", style: "deepObject", explode: true },
  { in: "query", style: "deepObject", explode: true, arrayFormat: "indices" },
  { in: "header" },
  { in: "header", style: "simple", explode: true },
  { in: "cookie", style: "form", explode: false },
  { in: "form", style: "deepObject", explode: true },
  { in: "form", isWhole: true },
  { in: "form", isWhole: true, arrayFormat: "indices" },
  { in: "multipart" },
  { in: "multipart", isWhole: true },
  { in: "answer" },
  { in: "answer", style: "simple", explode: true },
];

const scalars: readonly TextPlace[] = [...lists];

const nested: readonly TextPlace[] = [
  { in: "query", style: "deepObject", explode: true, arrayFormat: "indices" },
  { in: "query", style: "deepObject", explode: true, arrayFormat: "brackets" },
  { in: "form", style: "deepObject", explode: true, arrayFormat: "brackets" },
  { in: "form", isWhole: true, arrayFormat: "brackets" },
  { in: "multipart", isWhole: true },
];

/** Schemas, where they are tried, and a value whose types arrive. */
const rows: Readonly<Record<string, readonly [readonly TextPlace[], unknown, unknown]>> = {
  "prefixItems without more items": [
    lists,
    { type: "array", prefixItems: [number, number, number, number], items: false },
    [1, 2.5, -3, 4],
  ],
  "prefixItems of several types": [
    lists,
    { type: "array", prefixItems: [boolean, integer] },
    [true, 5],
  ],
  "prefixItems without a type": [lists, { prefixItems: [integer, boolean] }, [5, false]],
  "prefixItems before items": [
    lists,
    { type: "array", prefixItems: [string], items: integer },
    ["a", 1, 2],
  ],
  "prefixItems before unevaluatedItems": [
    lists,
    { type: "array", prefixItems: [boolean], unevaluatedItems: integer },
    [true, 1, 2],
  ],
  unevaluatedItems: [lists, { type: "array", unevaluatedItems: integer }, [1, 2]],
  "unevaluatedItems beside allOf": [
    lists,
    { allOf: [{ type: "array", prefixItems: [boolean] }], unevaluatedItems: integer },
    [false, 3],
  ],
  contains: [lists, { type: "array", contains: integer }, [1, 2]],
  "contains beside unevaluatedItems": [
    lists,
    { type: "array", contains: boolean, unevaluatedItems: integer },
    [true, 4],
  ],
  patternProperties: [
    objects,
    {
      type: "object",
      patternProperties: { "^x": integer, "^y": boolean },
      additionalProperties: false,
    },
    { xa: 1, ya: true },
  ],
  "patternProperties that match together": [
    objects,
    {
      type: "object",
      patternProperties: {
        "^x": { type: ["integer", "string"] },
        a$: { type: ["integer", "boolean"] },
      },
      additionalProperties: false,
    },
    { xa: 1, xb: 2, ca: true },
  ],
  "a pattern beside properties and additionalProperties": [
    objects,
    {
      type: "object",
      properties: { a: boolean },
      patternProperties: { "^x": integer },
      additionalProperties: number,
    },
    { a: true, xa: 1, b: 1.5 },
  ],
  "patternProperties without a type": [
    objects,
    { patternProperties: { "^x": integer }, additionalProperties: false },
    { xa: 5 },
  ],
  unevaluatedProperties: [
    objects,
    {
      type: "object",
      allOf: [{ properties: { a: boolean } }],
      unevaluatedProperties: integer,
    },
    { a: true, b: 2 },
  ],
  "propertyNames of an enumeration": [
    objects,
    { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: integer },
    { a: 1, b: 2 },
  ],
  dependentSchemas: [
    objects,
    {
      type: "object",
      properties: { a: string },
      dependentSchemas: { a: { properties: { b: integer } } },
    },
    { a: "x", b: 2 },
  ],
  "if, then and else": [
    objects,
    {
      type: "object",
      properties: { kind: string },
      if: { properties: { kind: { const: "n" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
      then: { properties: { size: integer } },
      else: { properties: { flag: boolean } },
    },
    { kind: "n", size: 3 },
  ],
  "else alone": [
    objects,
    {
      type: "object",
      if: { required: ["size"], properties: { size: integer } },
      else: { properties: { flag: boolean } },
    },
    { flag: true },
  ],
  "not a text": [scalars, { not: string }, 5],
  "a type that is not a text": [scalars, { type: ["string", "boolean"], not: string }, true],
  "not anything but a number": [scalars, { not: { not: number } }, 5],
  "a list that is not a text": [
    lists,
    { type: ["array", "string"], not: string, items: integer },
    [1],
  ],
  "a list or a text that can only be a text": [
    scalars,
    { type: ["array", "string"], items: integer, allOf: [string] },
    "z",
  ],
  $dynamicRef: [lists, { $ref: "#/components/schemas/Numbers" }, [1, 2]],
  "$dynamicRef to another anchor of the same name": [
    lists,
    { $ref: "#/components/schemas/Flags" },
    [true, false],
  ],
  "$ref with siblings": [lists, { $ref: "#/components/schemas/List", items: integer }, [1, 2]],
  "$ref with properties": [
    objects,
    { $ref: "#/components/schemas/Named", properties: { b: integer } },
    { a: true, b: 2 },
  ],
  "const alone": [scalars, { const: 5 }, 5],
  "enum alone": [scalars, { enum: ["a", 5, true] }, 5],
  "enum of texts beside several types": [
    scalars,
    { type: ["string", "integer"], enum: ["1", "2"] },
    "1",
  ],
  "anyOf without types": [lists, { anyOf: [{ items: integer }, { items: boolean }] }, [1, 2]],
  "oneOf without types": [scalars, { oneOf: [{ const: 1 }, { const: "a" }] }, 1],
  "anyOf of a number and a list without a type": [
    scalars,
    { anyOf: [integer, { items: boolean }] },
    5,
  ],
  "allOf in which one part says more": [
    objects,
    {
      type: "object",
      allOf: [{ properties: { a: {} } }, { properties: { a: integer } }],
    },
    { a: 5 },
  ],
  "allOf with a rest": [
    objects,
    {
      type: "object",
      allOf: [
        { properties: { a: {} }, additionalProperties: { type: ["integer", "string"] } },
        { properties: { a: {}, b: { type: ["integer", "boolean"] } } },
      ],
    },
    { b: 5 },
  ],
  "a list of tuples": [
    nested,
    {
      type: "object",
      properties: {
        points: {
          type: "array",
          items: { type: "array", prefixItems: [number, boolean], items: false },
        },
      },
    },
    {
      points: [
        [1, true],
        [2.5, false],
      ],
    },
  ],
  "patterns in patterns": [
    nested,
    {
      type: "object",
      patternProperties: {
        "^x": { type: "object", patternProperties: { "^y": { prefixItems: [integer] } } },
      },
    },
    { xa: { yb: [5] } },
  ],
  "conditions in a property": [
    nested,
    {
      type: "object",
      properties: {
        a: {
          type: "object",
          dependentSchemas: { b: { properties: { c: integer } } },
          if: { required: ["d"] },
          // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
          then: { properties: { d: { type: "array", items: boolean } } },
        },
      },
    },
    { a: { b: "t", c: 5, d: [true] } },
  ],
};

const schemas = {
  ...textComponents,
  List: { type: "array" },
  Named: { type: "object", properties: { a: boolean } },
};

const cases = Object.entries(rows).flatMap(([title, [places, schema, value]]) =>
  places.map((place) => ({ title: `${title}: ${namePlace(place)}`, place, schema, value })),
);

let carrier: Carrier;

beforeAll(async () => {
  carrier = await generateCarrier("agreement-texts", cases, schemas);
});

test("the document has no errors", () => {
  expect(carrier.result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});

test.each(cases.map((one, index) => ({ ...one, index })))(
  "$title: arrives as it was sent",
  async ({ index, value }) => {
    expect(await carrier.carry(index, value)).toEqual({ value });
  },
);
