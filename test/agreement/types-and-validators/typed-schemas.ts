import { fc } from "../../support/fast-check.ts";

/** A schema, values that it accepts, and values that it refuses for a reason that a type can express. */
export interface TypedSchema {
  readonly schema: unknown;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

const string = { type: "string" };
const number = { type: "number" };
const component = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const open = (properties: object, ...required: string[]): object => ({
  type: "object",
  properties,
  required,
});

/** Components that the cases refer to. */
export const parts: Readonly<Record<string, unknown>> = {
  Optional: open({ a: string, b: number }),
  One: open({ t: { type: "integer", const: 1 }, a: string }, "t"),
  Two: open({ t: { type: "integer" }, b: string }, "t", "b"),
  Numbered: {
    oneOf: [component("One"), component("Two")],
    discriminator: {
      propertyName: "t",
      mapping: { "1": "#/components/schemas/One", "2": "#/components/schemas/Two" },
    },
  },
  Yes: open({ ok: { type: "boolean" }, value: string }, "ok", "value"),
  No: open({ ok: { type: "boolean" }, error: string }, "ok", "error"),
  Result: {
    oneOf: [component("Yes"), component("No")],
    discriminator: { propertyName: "ok", mapping: { true: "Yes", false: "No" } },
  },
  Cat: open({ kind: string, name: string }, "kind", "name"),
  Dog: open({ kind: string, bark: number }, "kind", "bark"),
  Pet: {
    oneOf: [component("Cat"), component("Dog")],
    discriminator: { propertyName: "kind", mapping: { cat: "Cat", dog: "Dog" } },
  },
  NamedPet: { description: "A pet.", allOf: [component("Pet")] },
  TaggedPet: { allOf: [component("Pet"), open({ tag: string }, "tag")] },
  Animal: {
    ...open({ kind: string, name: string }, "kind"),
    discriminator: { propertyName: "kind", mapping: { beagle: "Beagle" } },
  },
  Beagle: { allOf: [component("Animal"), open({ ears: number })] },
  Plain: open({ kind: string }, "kind"),
  Sheet: {
    $id: "https://example.com/sheet",
    ...open({ rows: { type: "array", items: { $dynamicRef: "#row" } }, next: { $ref: "#" } }),
    $defs: { row: { $dynamicAnchor: "row" } },
  },
  Folder: {
    $id: "https://example.com/folder",
    $dynamicAnchor: "folder",
    ...open({ name: string, inner: { type: "array", items: { $dynamicRef: "#folder" } } }),
  },
};

/** A sheet with rows of a schema that refers to nothing. */
const bindRows = (row: object, id: string): object => ({
  $id: `https://example.com/${id}`,
  $ref: "sheet",
  $defs: { row: { $dynamicAnchor: "row", ...row } },
});

/** The shapes of public documents whose types and validators disagreed. */
export const cases: Readonly<Record<string, TypedSchema>> = {
  "a discriminator of integers": {
    schema: component("Numbered"),
    accepted: [{ t: 1 }, { t: 1, a: "a" }, { t: 2, b: "b" }],
    refused: [{ t: "1" }, { t: "2", b: "b" }, {}],
  },
  "a discriminator of booleans": {
    schema: component("Result"),
    accepted: [
      { ok: true, value: "v" },
      { ok: false, error: "e" },
    ],
    refused: [{ ok: "true", value: "v" }, {}],
  },
  "allOf around a union": {
    schema: { type: "object", properties: { u: { description: "d", allOf: [component("Pet")] } } },
    accepted: [{ u: { kind: "cat", name: "a" } }, { u: { kind: "dog", bark: 1 } }, {}],
    refused: [{ u: { name: "a" } }, { u: { kind: 1 } }],
  },
  "a named union around a union": {
    schema: component("NamedPet"),
    accepted: [
      { kind: "cat", name: "a" },
      { kind: "dog", bark: 1 },
    ],
    refused: [{}, { kind: 1, name: "a" }],
  },
  "a union that has more properties": {
    schema: component("TaggedPet"),
    accepted: [{ kind: "cat", name: "a", tag: "a" }],
    refused: [{ kind: "cat", name: "a" }, { tag: "a" }],
  },
  "definitions of a schema": {
    schema: {
      ...open({ a: { $ref: "#/components/schemas/Case5/$defs/text" } }),
      $defs: { text: string },
    },
    accepted: [{}, { a: "a" }],
    refused: [{ a: 1 }],
  },
  "unevaluated properties": {
    schema: { type: "object", unevaluatedProperties: string },
    accepted: [{}, { a: "a" }],
    refused: [{ a: 1 }],
  },
  "unevaluated properties beside others": {
    schema: { ...open({ a: number }, "a"), unevaluatedProperties: string },
    accepted: [{ a: 1 }, { a: 1, b: "b" }],
    refused: [{ b: "b" }],
  },
  "a tuple with more items": {
    schema: { type: "array", prefixItems: [string], items: number, minItems: 1 },
    accepted: [["a"], ["a", 1, 2]],
    refused: [["a", "b"], [1]],
  },
  "a tuple of which one member is required": {
    schema: { type: "array", prefixItems: [string, number, { type: "boolean" }], minItems: 1 },
    accepted: [["a"], ["a", 1], ["a", 1, true], ["a", 1, true, "more"]],
    refused: [[], ["a", "b"], [1]],
  },
  "a tuple that is closed": {
    schema: { type: "array", prefixItems: [string, number], items: false, minItems: 1 },
    accepted: [["a"], ["a", 1]],
    refused: [[], ["a", 1, 1]],
  },
  "a tuple that `maxItems` closes": {
    schema: { type: "array", prefixItems: [string, number, string], minItems: 2, maxItems: 2 },
    accepted: [["a", 1]],
    refused: [["a"], ["a", 1, "b"]],
  },
  "a tuple of which a part evaluates more": {
    schema: {
      ...{ type: "array", prefixItems: [string], minItems: 2, unevaluatedItems: false },
      allOf: [{ type: "array", prefixItems: [{}, number], minItems: 2 }],
    },
    accepted: [["a", 1]],
    refused: [["a", "b"], [1, 1], ["a"]],
  },
  "names of a list": {
    schema: { type: "object", propertyNames: { enum: ["en", "de"] }, additionalProperties: string },
    accepted: [{}, { en: "a" }, { en: "a", de: "b" }],
    refused: [{ fr: "a" }, { en: 1 }],
  },
  "names of a list beside a property": {
    schema: {
      ...open({ en: number }, "en"),
      propertyNames: { enum: ["en", "de"] },
      additionalProperties: string,
    },
    accepted: [{ en: 1 }, { en: 1, de: "b" }],
    refused: [{ en: "a" }, { en: 1, fr: "a" }, { de: "b" }],
  },
  "a reference with a required property beside it": {
    schema: { ...component("Optional"), required: ["b"] },
    accepted: [{ b: 1 }, { a: "a", b: 1 }],
    refused: [{ a: "a" }, { b: "b" }],
  },
  "a reference with properties beside it": {
    schema: { ...component("Optional"), ...open({ c: string }, "c") },
    accepted: [{ c: "c" }, { a: "a", c: "c" }],
    refused: [{ a: "a" }, { a: 1, c: "c" }],
  },
  "a reference with a value beside it, in an alternative": {
    schema: { anyOf: [{ ...component("Optional"), required: ["a", "b"] }, string] },
    accepted: ["a", { a: "a", b: 1 }],
    refused: [{ a: "a" }, 1],
  },
  "a part that is a reference with a required property": {
    schema: { allOf: [{ ...component("Optional"), required: ["b"] }, open({ c: string })] },
    accepted: [{ b: 1 }, { b: 1, c: "c" }],
    refused: [{ c: "c" }],
  },
  "a list whose items a schema around it says": {
    schema: bindRows(number, "numbers"),
    accepted: [{}, { rows: [1] }, { rows: [], next: { rows: [2] } }],
    refused: [{ rows: ["a"] }, { next: { rows: ["a"] } }],
  },
  "a list whose items nothing says": {
    schema: component("Sheet"),
    accepted: [{ rows: [1, "a"] }, { next: { rows: [{}] } }],
    refused: [{ rows: 1 }],
  },
  "a schema whose parts are itself": {
    schema: component("Folder"),
    accepted: [{ inner: [{ name: "a", inner: [] }] }],
    refused: [{ inner: [{ name: 1 }] }, { inner: ["a"] }],
  },
  "a schema that narrows one whose parts are itself": {
    schema: {
      $id: "https://example.com/named-folder",
      $dynamicAnchor: "folder",
      ...{ $ref: "folder", required: ["name"] },
    },
    accepted: [{ name: "a" }, { name: "a", inner: [{ name: "b" }] }],
    refused: [{}, { name: "a", inner: [{}] }],
  },
  "an alternative that requires more of a schema that a discriminator chooses": {
    schema: { oneOf: [{ ...component("Beagle"), required: ["name"] }, number] },
    accepted: [1, { kind: "beagle", name: "a" }],
    refused: [{ kind: "beagle" }, "a"],
  },
  "a part that has a discriminator, in a schema that it does not choose": {
    schema: {
      type: "object",
      properties: { pet: { allOf: [component("Animal")], required: ["name"] } },
    },
    accepted: [{}, { pet: { kind: "cat", name: "a" } }],
    refused: [{ pet: { name: "a" } }, { pet: { kind: "cat" } }],
  },
  "alternatives that are one reference with different values beside it": {
    schema: {
      oneOf: [
        { ...component("Plain"), ...open({ kind: { const: "a" }, a: string }, "a") },
        { ...component("Plain"), ...open({ kind: { const: "b" }, b: string }, "b") },
      ],
      discriminator: { propertyName: "kind" },
    },
    accepted: [
      { kind: "a", a: "a" },
      { kind: "b", b: "b" },
    ],
    refused: [{ kind: "a", b: "b" }, { kind: "Plain", a: "a" }, { a: "a" }],
  },
  "properties with other additional ones": {
    schema: { ...open({ a: string, b: { type: "boolean" } }, "a"), additionalProperties: number },
    accepted: [{ a: "a" }, { a: "a", b: true, c: 1 }],
    refused: [{ c: 1 }, { a: 1 }],
  },
  "properties beside patterns": {
    schema: { ...open({ a: string }), patternProperties: { "^x-": number } },
    accepted: [
      { a: "a", "x-a": 1 },
      { a: "a", other: true },
    ],
    refused: [{ a: 1 }],
  },
  "patterns and nothing else": {
    schema: { type: "object", patternProperties: { "^x-": number }, additionalProperties: false },
    accepted: [{ "x-a": 1 }, {}],
    refused: [{ "x-a": "a" }],
  },
  "any object": { schema: { type: "object" }, accepted: [{}, { a: 1 }], refused: [1, "a"] },
  "a list of any objects": {
    schema: { type: "array", items: { type: "object" } },
    accepted: [[{ a: 1 }], []],
    refused: [[1]],
  },
  "an object without members": {
    schema: { type: "object", additionalProperties: false },
    accepted: [{}],
    refused: [{ a: 1 }, 1],
  },
  "a required property that nothing describes": {
    schema: { ...open({ a: string }), required: ["a", "b"] },
    accepted: [
      { a: "a", b: 1 },
      { a: "a", b: null },
    ],
    refused: [{ a: "a" }],
  },
  "alternatives that require what their parts describe": {
    schema: {
      oneOf: [
        { allOf: [open({ a: string }), open({ c: number })], required: ["a", "c"] },
        { allOf: [open({ b: string }), open({ c: number })], required: ["b", "c"] },
      ],
    },
    accepted: [
      { a: "a", c: 1 },
      { b: "b", c: 1 },
    ],
    refused: [{ c: 1 }, { a: "a" }, {}],
  },
  "a part that requires what its own parts describe": {
    schema: {
      allOf: [{ allOf: [open({ a: string }), open({ c: number })], required: ["a", "c"] }],
    },
    accepted: [{ a: "a", c: 1 }],
    refused: [{ c: 1 }, { a: "a" }, {}],
  },
  "required properties and nothing else": {
    schema: { type: "object", required: ["a"] },
    accepted: [{ a: 1 }],
    refused: [{}],
  },
};

/** A difference that remains: a value about which the type and the validator do not agree. */
export interface Difference {
  readonly reason: string;
  readonly schema: unknown;
  readonly value: unknown;
  readonly isAccepted: boolean;
}

/** The differences that remain, with the reason for each. */
export const differences: Readonly<Record<string, Difference>> = {
  "other properties have any type beside one with a long type": {
    reason:
      "An index signature has the types of the listed properties, and objects in objects would double the text.",
    schema: {
      ...open({ a: open({ [`b${"b".repeat(1000)}`]: string }) }),
      additionalProperties: number,
    },
    value: { c: "c" },
    isAccepted: false,
  },
  "a literal has no unknown properties": {
    reason: "TypeScript refuses them in literals only, which finds misspelt names.",
    schema: open({ a: string }),
    value: { a: "a", b: 1 },
    isAccepted: true,
  },
  "an index signature has the types of all properties": {
    reason: "TypeScript has no type for the properties that are not listed.",
    schema: { ...open({ a: string }), additionalProperties: number },
    value: { b: "b" },
    isAccepted: false,
  },
  "patterns say nothing about names beside others": {
    reason:
      "Names that fit no pattern can have any value, and an index signature is about all names.",
    schema: { type: "object", patternProperties: { "^x-": number } },
    value: { "x-a": "a" },
    isAccepted: false,
  },
  "`oneOf` is a union": {
    reason: "TypeScript cannot exclude values that fit two alternatives.",
    schema: { oneOf: [{ type: "number" }, { type: "integer" }] },
    value: 1,
    isAccepted: false,
  },
  "a discriminator gives its property the value of the alternative": {
    reason:
      "Types narrow by it. In OpenAPI it never makes a value invalid, so validators accept an alternative without it.",
    schema: component("Two"),
    value: { t: 3, b: "b" },
    isAccepted: true,
  },
  "an integer is a number": {
    reason:
      "TypeScript has one type of numbers. The same holds for limits, patterns, formats and `not`.",
    schema: { type: "integer" },
    value: 1.5,
    isAccepted: false,
  },
  "an extra property of a literal that another alternative declares": {
    reason:
      "TypeScript compares a property of a literal with every alternative that declares it. A value that is not a literal compiles.",
    schema: {
      anyOf: [
        {
          type: "object",
          properties: { b: { type: "object", required: ["c"] } },
          required: ["c"],
        },
        { type: "object", properties: { a: { type: "boolean" } } },
      ],
    },
    value: { b: {} },
    isAccepted: true,
  },
  "a value without any property of an alternative that requires none": {
    reason:
      "TypeScript refuses a value that shares no property with a type of optional properties, because it is most likely a slip.",
    schema: {
      anyOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { b: { type: "number" } }, required: ["a"] },
      ],
    },
    value: { b: 1 },
    isAccepted: true,
  },
};

const names = fc.constantFrom("a", "b", "c");

/** Whether TypeScript compares values with the schema's type in a special way: see `differences`. */
function hasOnlyOptionalProperties(schema: unknown): boolean {
  const { allOf, anyOf, properties, required, $defs } = schema as Readonly<
    Record<string, readonly unknown[] | undefined>
  >;
  return (
    (allOf ?? []).every(hasOnlyOptionalProperties) &&
    (anyOf === undefined || anyOf.some(hasOnlyOptionalProperties)) &&
    (properties === undefined
      ? (allOf ?? anyOf ?? $defs) !== undefined
      : required === undefined || required.length === 0)
  );
}

/** Random schemas of the forms that documents have. They refer to `parts`. */
export const typedSchemas: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown }>((tie) => {
  const schema = tie("schema");
  const properties = fc.dictionary(names, schema, { maxKeys: 3 });
  const required = fc.uniqueArray(names, { maxLength: 2 });
  const object = fc.record({ type: fc.constant("object"), properties, required });
  const others = fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom("d", "e"), schema, { maxKeys: 2 }),
    required: fc.uniqueArray(fc.constantFrom("d", "e"), { maxLength: 1 }),
  });
  const rest = fc.oneof(fc.boolean(), schema);
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<unknown>(string, number, { type: "boolean" }, { type: "integer" }),
      fc.constantFrom<unknown>({ type: "object" }, { enum: ["a", 1, null] }, { const: "a" }, {}),
      object,
      fc
        .tuple(object, rest)
        .map(([own, additionalProperties]) => ({ ...own, additionalProperties })),
      fc
        .tuple(object, rest)
        .map(([own, unevaluatedProperties]) => ({ ...own, unevaluatedProperties })),
      fc
        .tuple(object, schema)
        .map(([own, part]) => ({ ...own, patternProperties: { "^x-": part } })),
      schema.map((additionalProperties) => ({ type: "object", additionalProperties })),
      schema.map((items) => ({ type: "array", items })),
      fc
        .tuple(schema, rest)
        .chain(([first, items]) =>
          fc
            .constantFrom(0, 1, 2)
            .map((minItems) => ({ type: "array", prefixItems: [first, string], minItems, items })),
        ),
      fc
        .tuple(schema, fc.subarray(["a", "b"], { minLength: 1 }))
        .map(([additionalProperties, names]) => ({
          type: "object",
          propertyNames: { enum: names },
          additionalProperties,
        })),
      fc.tuple(others, fc.subarray(["a", "b"])).map(([own, names]) => ({
        ...component("Optional"),
        ...own,
        required: [...own.required, ...names],
      })),
      fc
        .tuple(fc.constantFrom<object>(string, number, { enum: ["a", 1] }, {}), fc.uuid())
        .map(([row, id]) => bindRows(row, id)),
      fc
        .tuple(schema, schema)
        .filter((pair) => !pair.some(hasOnlyOptionalProperties))
        .map(([left, right]) => ({ anyOf: [left, right] })),
      // Two parts that contradict each other about a property have no type that a literal can show.
      fc.tuple(object, others).map(([left, right]) => ({ allOf: [left, right] })),
      schema.map((part) => ({ description: "d", allOf: [part] })),
      schema.map((part) => ({ anyOf: [part, { type: "null" }] })),
      fc.constantFrom<unknown>({ type: ["string", "null"] }, { type: ["object", "array"] }),
    ),
  };
}).schema;
