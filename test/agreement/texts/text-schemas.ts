import { fc } from "../../support/fast-check.ts";
import type { TextPlace } from "./carry-value.ts";

/** Texts, some of which look like values of another type. */
const texts = ["a", "b", "", "5", "true", "null", "-1.5", "x1"] as const;
const scalars: readonly unknown[] = [...texts, 5, -1, 1.5, 0, true, false, null];
const names = ["a", "b", "xa", "yb", "constructor"] as const;
const name = fc.constantFrom(...names);
const pattern = fc.constantFrom("^x", "^y", "a$", "b", "^(a|b)$", "^(x+)+$", "(?i)^X");
const types = ["string", "integer", "number", "boolean", "null"] as const;

/** JSON values that schemas of `textSchemas` may accept. */
export const textValues: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...scalars),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

type SchemaArbitrary = fc.Arbitrary<unknown>;

const maybe = <T>(value: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight });

/** A schema without the keywords that were not chosen. */
const record = (keywords: Readonly<Record<string, SchemaArbitrary>>): SchemaArbitrary =>
  fc.record(keywords).map((schema) => JSON.parse(JSON.stringify(schema)));

const scalarSchemas: SchemaArbitrary = fc.oneof(
  { arbitrary: fc.constantFrom(...types).map((type) => ({ type })), weight: 8 },
  fc
    .uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 })
    .map((type) => ({ type })),
  fc.constantFrom(...scalars).map((value) => ({ const: value })),
  fc
    .uniqueArray(fc.constantFrom(...scalars), { minLength: 1, maxLength: 3 })
    .map((list) => ({ enum: list })),
  fc.constantFrom(...types).map((type) => ({ not: { type } })),
  fc.constantFrom(
    { $ref: "#/components/schemas/Integer" },
    { $ref: "#/components/schemas/Flags" },
    { $ref: "#/components/schemas/Numbers" },
    { type: "string", format: "uuid" },
    {},
    true,
    false,
  ),
);

function createLists(item: SchemaArbitrary, any: SchemaArbitrary): SchemaArbitrary {
  return record({
    type: fc.constantFrom(
      "array",
      "array",
      "array",
      undefined,
      ["array", "string"],
      ["array", "object"],
    ),
    prefixItems: maybe(fc.array(item, { minLength: 1, maxLength: 3 }), 3),
    items: maybe(fc.oneof(item, fc.constant(false)), 4),
    contains: maybe(item),
    unevaluatedItems: maybe(fc.oneof(item, fc.constant(false))),
    minItems: maybe(fc.constantFrom(0, 1, 2), 3),
    maxItems: maybe(fc.constantFrom(1, 2, 3)),
    allOf: maybe(fc.array(any, { minLength: 1, maxLength: 2 })),
    $ref: maybe(fc.constantFrom("#/components/schemas/Listed")),
  });
}

function createObjects(member: SchemaArbitrary, any: SchemaArbitrary): SchemaArbitrary {
  return record({
    type: fc.constantFrom(
      "object",
      "object",
      "object",
      undefined,
      ["object", "null"],
      ["object", "integer"],
    ),
    properties: maybe(fc.dictionary(name, member, { maxKeys: 3, noNullPrototype: true }), 6),
    patternProperties: maybe(
      fc.dictionary(pattern, member, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
      3,
    ),
    additionalProperties: maybe(fc.oneof(member, fc.constant(false)), 3),
    unevaluatedProperties: maybe(fc.oneof(member, fc.constant(false))),
    propertyNames: maybe(fc.constantFrom({ enum: ["a", "xa"] }, { maxLength: 2 })),
    dependentSchemas: maybe(
      fc.dictionary(name, any, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    ),
    required: maybe(fc.uniqueArray(name, { minLength: 1, maxLength: 2 }), 3),
    minProperties: maybe(fc.constant(1)),
    allOf: maybe(fc.array(any, { minLength: 1, maxLength: 2 })),
    if: maybe(any),
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
    then: maybe(any),
    else: maybe(any),
  });
}

function createCombinations(any: SchemaArbitrary): SchemaArbitrary {
  const list = fc.array(any, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    list.map((anyOf) => ({ anyOf })),
    list.map((oneOf) => ({ oneOf })),
    list.map((allOf) => ({ allOf })),
    record({ anyOf: list, not: any }),
    record({
      if: any,
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
      then: any,
      else: maybe(any),
    }),
  );
}

/** Schemas over all applicators, whose parts are texts and numbers, or with `isDeep` lists and objects. */
function createTextSchemas(isDeep: boolean): SchemaArbitrary {
  return fc.letrec<{ any: unknown; inner: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: isDeep ? 4 : 3 },
      scalarSchemas,
      { arbitrary: createLists(tie("inner"), tie("any")), weight: 4 },
      { arbitrary: createObjects(tie("inner"), tie("any")), weight: 4 },
      { arbitrary: createCombinations(tie("any")), weight: 2 },
    ),
    inner: isDeep
      ? fc.oneof({ arbitrary: scalarSchemas, weight: 2 }, { arbitrary: tie("any"), weight: 1 })
      : scalarSchemas,
  })).any;
}

/** Every style in every place, whether its parts may be lists and objects. */
const places: readonly (readonly [TextPlace, boolean])[] = [
  ...["simple", "label", "matrix"].flatMap((style) =>
    [true, false].map((explode) => [{ in: "path", style, explode }, false] as const),
  ),
  ...[true, false].map((explode) => [{ in: "query", style: "form", explode }, false] as const),
  [{ in: "query", style: "pipeDelimited", explode: false }, false],
  [{ in: "query", style: "spaceDelimited", explode: false }, false],
  [{ in: "query", style: "deepObject", explode: true }, true],
  [{ in: "query", arrayFormat: "indices" }, true],
  [{ in: "query", arrayFormat: "brackets" }, true],
  [{ in: "query", style: "deepObject", explode: true, arrayFormat: "indices" }, true],
  [{ in: "query", style: "deepObject", explode: true, arrayFormat: "brackets" }, true],
  ...[true, false].map((explode) => [{ in: "header", style: "simple", explode }, false] as const),
  ...[true, false].map((explode) => [{ in: "cookie", style: "form", explode }, false] as const),
  [{ in: "form" }, true],
  [{ in: "form", style: "form", explode: false }, false],
  [{ in: "form", style: "deepObject", explode: true }, true],
  [{ in: "form", arrayFormat: "indices" }, true],
  [{ in: "form", arrayFormat: "brackets" }, true],
  [{ in: "multipart" }, true],
  ...[true, false].map((explode) => [{ in: "answer", style: "simple", explode }, false] as const),
];

/** A schema at a place. */
export const textCases: fc.Arbitrary<{ readonly place: TextPlace; readonly schema: unknown }> = fc
  .constantFrom(...places)
  .chain(([place, isDeep]) => createTextSchemas(isDeep).map((schema) => ({ place, schema })));

/** Components to which the schemas refer. */
export const textComponents: Readonly<Record<string, unknown>> = {
  Integer: { type: "integer" },
  Listed: { type: "array" },
  Base: {
    $id: "https://texts.example.com/base",
    type: "array",
    items: { $dynamicRef: "#item" },
    $defs: { item: { $dynamicAnchor: "item" } },
  },
  Numbers: {
    $id: "https://texts.example.com/numbers",
    $ref: "base",
    $defs: { item: { $dynamicAnchor: "item", type: "integer" } },
  },
  Flags: {
    $id: "https://texts.example.com/flags",
    $ref: "base",
    $defs: { item: { $dynamicAnchor: "item", type: "boolean" } },
  },
};
