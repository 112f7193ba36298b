/** Two schemas that differ by one change. */
export type SchemaPair = readonly [before: unknown, after: unknown];

const string = { type: "string" };
const object = (properties: object, rest: object = {}): object => ({
  type: "object",
  properties,
  ...rest,
});
const a = object({ a: string });
const b = object({ b: string });
const address = object({ street: string, town: string });

const keyword = (type: string, name: string, before: unknown, after: unknown): SchemaPair => [
  { type, ...(before === undefined ? {} : { [name]: before }) },
  { type, ...(after === undefined ? {} : { [name]: after }) },
];

/** The four changes of a limit. */
function limit(
  row: string,
  type: string,
  name: string,
  rest: object = {},
): Record<string, SchemaPair> {
  const pair = (before?: number, after?: number): SchemaPair => {
    const [from, to] = keyword(type, name, before, after);
    return [
      { ...(from as object), ...rest },
      { ...(to as object), ...rest },
    ];
  };
  return {
    [`${row}-added`]: pair(undefined, 5),
    [`${row}-removed`]: pair(5),
    [`${row}-raised`]: pair(5, 8),
    [`${row}-lowered`]: pair(8, 5),
  };
}

/** Pairs in which a rule is added, removed or replaced. */
function rule(
  row: string,
  type: string,
  name: string,
  one: unknown,
  other: unknown,
): Record<string, SchemaPair> {
  return {
    [`${row}-added`]: keyword(type, name, undefined, one),
    [`${row}-removed`]: keyword(type, name, one, undefined),
    [`${row}-changed`]: keyword(type, name, one, other),
  };
}

/** A keyword with at most one value. */
function ends(row: string, type: string, name: string, value: unknown): Record<string, SchemaPair> {
  return {
    [`${row}-added`]: keyword(type, name, undefined, value),
    [`${row}-removed`]: keyword(type, name, value, undefined),
  };
}

/** Pairs for a keyword that forbids values when it is `false`. */
function refusal(row: string, type: string, name: string): Record<string, SchemaPair> {
  return {
    [`${row}-forbidden`]: keyword(type, name, undefined, false),
    [`${row}-allowed`]: keyword(type, name, false, undefined),
  };
}

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
const condition = { if: { minProperties: 2 }, then: { maxProperties: 3 } };
const tagged = (tag: string, property: string): object =>
  object({ [tag]: { const: property }, [property]: string }, { required: [tag] });
const cat = tagged("kind", "cat");
const dog = tagged("kind", "dog");

/** The smallest pair of schemas for each row of schema changes. The schema is that of property `x` of the body. */
export const schemaPairs: Readonly<Record<string, SchemaPair>> = {
  "type-changed": [string, { type: "integer" }],
  "type-widened": [string, { type: ["string", "integer"] }],
  "type-narrowed": [{ type: ["string", "integer"] }, string],
  "integer-became-number": [{ type: "integer" }, { type: "number" }],
  "number-became-integer": [{ type: "number" }, { type: "integer" }],
  "null-allowed": [string, { type: ["string", "null"] }],
  "null-forbidden": [{ type: ["string", "null"] }, string],
  "value-forbidden": [string, false],
  "value-allowed": [false, string],
  "enum-added": [string, { type: "string", enum: ["a", "b"] }],
  "enum-removed": [{ type: "string", enum: ["a", "b"] }, string],
  "enum-value-added": [{ enum: ["a"] }, { enum: ["a", "b"] }],
  "enum-value-removed": [{ enum: ["a", "b"] }, { enum: ["a"] }],
  "const-added": [string, { type: "string", const: "a" }],
  "const-removed": [{ type: "string", const: "a" }, string],
  "const-changed": [{ const: "a" }, { const: "b" }],
  ...rule("format", "string", "format", "date", "date-time"),
  "format-widened": keyword("string", "format", "uri", "uri-reference"),
  "format-narrowed": keyword("string", "format", "uri-reference", "uri"),
  "format-hint-changed": keyword("string", "format", undefined, "password"),
  ...rule("pattern", "string", "pattern", "^a", "^b"),
  ...rule("multiple-of", "number", "multipleOf", 2, 3),
  "content-media-type-changed": keyword("string", "contentMediaType", "text/html", "text/plain"),
  "content-encoding-changed": keyword("string", "contentEncoding", "base64", "base64url"),
  ...limit("minimum", "number", "minimum"),
  ...limit("maximum", "number", "maximum"),
  ...limit("exclusive-minimum", "number", "exclusiveMinimum"),
  ...limit("exclusive-maximum", "number", "exclusiveMaximum"),
  ...limit("min-length", "string", "minLength"),
  ...limit("max-length", "string", "maxLength"),
  ...limit("min-items", "array", "minItems", { items: string }),
  ...limit("max-items", "array", "maxItems", { items: string }),
  ...limit("min-properties", "object", "minProperties"),
  ...limit("max-properties", "object", "maxProperties"),
  ...limit("min-contains", "array", "minContains", { items: string, contains: string }),
  ...limit("max-contains", "array", "maxContains", { items: string, contains: string }),
  "property-added": [a, object({ a: string, b: { type: "integer" } })],
  "property-added-required": [
    a,
    object({ a: string, b: { type: "integer" } }, { required: ["b"] }),
  ],
  "property-removed": [object({ a: string, b: { type: "integer" } }), a],
  "property-removed-required": [
    object({ a: string, b: { type: "integer" } }, { required: ["b"] }),
    a,
  ],
  "property-renamed": [object({ userName: string }), object({ user_name: string })],
  "property-became-required": [a, object({ a: string }, { required: ["a"] })],
  "property-became-optional": [object({ a: string }, { required: ["a"] }), a],
  ...refusal("additional-properties", "object", "additionalProperties"),
  ...ends("pattern-property", "object", "patternProperties", { "^x-": string }),
  ...ends("property-names", "object", "propertyNames", { maxLength: 3 }),
  ...ends("dependent-required", "object", "dependentRequired", { a: ["b"] }),
  ...ends("dependent-schema", "object", "dependentSchemas", { a: { minProperties: 2 } }),
  ...refusal("unevaluated-properties", "object", "unevaluatedProperties"),
  ...ends("items", "array", "items", string),
  ...ends("contains", "array", "contains", string),
  ...ends("unique-items", "array", "uniqueItems", true),
  ...refusal("unevaluated-items", "array", "unevaluatedItems"),
  "alternative-added": [{ oneOf: [cat, dog] }, { oneOf: [cat, dog, tagged("kind", "bird")] }],
  "alternative-removed": [{ oneOf: [cat, dog, tagged("kind", "bird")] }, { oneOf: [cat, dog] }],
  "alternatives-added": [{ type: "object" }, { type: "object", anyOf: [a, b] }],
  "alternatives-removed": [{ type: "object", anyOf: [a, b] }, { type: "object" }],
  "any-of-became-one-of": [{ anyOf: [a, b] }, { oneOf: [a, b] }],
  "one-of-became-any-of": [{ oneOf: [a, b] }, { anyOf: [a, b] }],
  "all-of-added": [{ not: a }, { not: a, allOf: [{ not: b }] }],
  "all-of-removed": [{ not: a, allOf: [{ not: b }] }, { not: a }],
  ...ends("not", "string", "not", { const: "a" }),
  "condition-added": [{ type: "object" }, { type: "object", ...condition }],
  "condition-removed": [{ type: "object", ...condition }, { type: "object" }],
  "title-changed": keyword("string", "title", "A", "B"),
  "description-changed": keyword("string", "description", "A", "B"),
  "examples-changed": keyword("string", "examples", ["a"], ["b"]),
  "external-docs-changed": keyword(
    "string",
    "externalDocs",
    { url: "https://a.example" },
    { url: "https://b.example" },
  ),
  "xml-changed": keyword("string", "xml", { name: "a" }, { name: "b" }),
  "extension-changed": keyword("string", "x-a", 1, 2),
  ...rule("default", "string", "default", "a", "b"),
  // On an optional property, because the default of a required property does not affect types.
  "default-added": [a, object({ a: { ...string, default: "a" } })],
  "default-removed": [object({ a: { ...string, default: "a" } }), a],
  "schema-deprecated": keyword("string", "deprecated", undefined, true),
  "schema-no-longer-deprecated": keyword("string", "deprecated", true, undefined),
};

const variants = {
  Cat: cat,
  Dog: dog,
  Fish: object({ kind: string, species: string }, { required: ["kind", "species"] }),
};
const either = (discriminator?: object): object => ({
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
  ...(discriminator === undefined ? {} : { discriminator }),
});
const map = (...cats: readonly string[]): object => ({
  propertyName: "kind",
  mapping: { ...Object.fromEntries(cats.map((value) => [value, "Cat"])), dog: "Dog" },
});

/** Pairs whose schemas refer to these components. */
export const componentPairs: Readonly<Record<string, SchemaPair>> = {
  "discriminator-added": [either(), either({ propertyName: "kind" })],
  "discriminator-removed": [either({ propertyName: "kind" }), either()],
  "discriminator-changed": [either({ propertyName: "kind" }), either({ propertyName: "sort" })],
  "mapping-value-added": [either(map("cat")), either(map("cat", "kitten"))],
  "mapping-value-removed": [either(map("cat", "kitten")), either(map("kitten"))],
  "mapping-changed": [
    either(map("cat")),
    either({ propertyName: "kind", mapping: { cat: "Dog", dog: "Dog" } }),
  ],
};

/** The components of `componentPairs`. */
export const componentsOfPairs: object = variants;

/** Pairs that depend on the direction: requests have no read-only properties, responses no write-only ones. */
export const directedPairs: Readonly<Record<string, SchemaPair>> = {
  "request-access-changed": [object({ a: string }), object({ a: { ...string, writeOnly: true } })],
  "response-access-changed": [object({ a: string }), object({ a: { ...string, readOnly: true } })],
  "request-hidden-property-changed": [
    object({ a: { ...string, readOnly: true }, b: string }),
    object({ a: { ...string, readOnly: true, maxLength: 3 }, b: string }),
  ],
  "response-hidden-property-changed": [
    object({ a: { ...string, writeOnly: true }, b: string }),
    object({ a: { ...string, writeOnly: true, maxLength: 3 }, b: string }),
  ],
  "request-property-became-one-way": [
    object({ a: address, b: string }),
    object({ a: { ...address, readOnly: true }, b: string }),
  ],
  "request-property-became-two-way": [
    object({ a: { ...address, readOnly: true }, b: string }),
    object({ a: address, b: string }),
  ],
  "response-property-became-one-way": [
    object({ a: address, b: string }),
    object({ a: { ...address, writeOnly: true }, b: string }),
  ],
  "response-property-became-two-way": [
    object({ a: { ...address, writeOnly: true }, b: string }),
    object({ a: address, b: string }),
  ],
};
