import { fc } from "../../support/fast-check.ts";

/**
 * Names for both schemas and values, so that many values have the schemas' properties. Some are members of every
 * object.
 */
const names = ["a", "b", "c", "x-1", "toString", "constructor", "a b"];
/** Only values have `__proto__`, because Ajv ignores it in `properties`. */
const schemaNames = fc.constantFrom(...names);
const valueNames = fc.constantFrom(...names, "__proto__");

const scalars: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 2, 1.5, 9007199254740994, "", "a", "abc"),
  fc.constantFrom("x-1", "😀", "😀😀", "2024-02-29", "é"),
);

/** JSON values made of a few parts, so that equal values are common. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 4 }),
    createObjects(valueNames, tie("value"), 4),
  ),
})).value;

/** Objects in which all members, including `__proto__`, are own members. */
function createObjects<T>(
  names: fc.Arbitrary<string>,
  members: fc.Arbitrary<T>,
  maxLength: number,
): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(names, members), { maxLength, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));
}

const small = fc.nat({ max: 3 });
const types = fc.constantFrom("null", "boolean", "object", "array", "number", "string", "integer");
const patterns = fc.constantFrom("^a", "^x-", "b", "^.{2}$", "\\d");

/**
 * Schemas of 2020-12 with every keyword. Only `ref` adds references.
 *
 * @param amount `few`: of the keywords that go together a schema has only some, as people write. Hardly any value fits most of
 * them at once.
 */
export function createSchemas(
  ref?: fc.Arbitrary<unknown>,
  amount: "few" | "all" = "all",
): fc.Arbitrary<unknown> {
  const chooseFrom = amount === "few" ? chooseFew : chooseAny;
  return fc.letrec<{ schema: unknown }>((tie) => {
    const schema = tie("schema");
    const list = fc.array(schema, { minLength: 1, maxLength: 3 });
    return {
      schema: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.boolean(),
        ...(ref === undefined ? [] : [ref]),
        chooseFrom({ type: types }),
        chooseFrom(scalarKeywords),
        chooseFrom(createArrayKeywords(schema, list)).map(withType("array")),
        chooseFrom(createObjectKeywords(schema)),
        chooseFrom(createObjectKeywords(schema)).map(withType("object")),
        chooseFrom(createCombinations(schema, list)),
        fc
          .tuple(
            chooseFrom(createObjectKeywords(schema)),
            chooseFrom(createCombinations(schema, list)),
          )
          .map(([own, combined]) => ({ type: "object", ...own, ...combined })),
      ),
    };
  }).schema;
}

type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const chooseAny = (keywords: Keywords): fc.Arbitrary<object> =>
  fc.record(keywords, { requiredKeys: [] });

const chooseFew = (keywords: Keywords): fc.Arbitrary<object> =>
  fc
    .tuple(
      ...Object.entries(keywords).map(([name, value]) =>
        fc.oneof(
          { arbitrary: fc.constant([]), weight: 4 },
          { arbitrary: value.map((each) => [[name, each] as const]), weight: 1 },
        ),
      ),
    )
    .map((chosen) => Object.fromEntries(chosen.flat()));

function withType(type: string): (schema: object) => object {
  return (schema) => ({ type, ...schema });
}

const scalarKeywords = {
  type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(values, { minLength: 1, maxLength: 4, comparator: isSameJson }),
  const: values,
  minimum: fc.integer({ min: -2, max: 2 }),
  exclusiveMaximum: fc.integer({ min: -2, max: 3 }),
  multipleOf: fc.constantFrom(1, 2, 0.5),
  minLength: small,
  maxLength: small,
  pattern: patterns,
  format: fc.constantFrom("date", "x-own"),
};

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function createArrayKeywords(schema: fc.Arbitrary<unknown>, list: fc.Arbitrary<unknown[]>) {
  return {
    items: schema,
    prefixItems: list,
    contains: schema,
    minContains: small,
    maxContains: small,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    unevaluatedItems: schema,
  };
}

function createObjectKeywords(schema: fc.Arbitrary<unknown>) {
  return {
    properties: createObjects(schemaNames, schema, 3),
    patternProperties: fc.dictionary(patterns, schema, { maxKeys: 2 }),
    additionalProperties: schema,
    propertyNames: schema,
    required: fc.uniqueArray(schemaNames, { maxLength: 2 }),
    minProperties: small,
    maxProperties: small,
    dependentRequired: createObjects(schemaNames, fc.uniqueArray(schemaNames, { maxLength: 2 }), 2),
    dependentSchemas: createObjects(schemaNames, schema, 2),
    unevaluatedProperties: schema,
  };
}

function createCombinations(schema: fc.Arbitrary<unknown>, list: fc.Arbitrary<unknown[]>) {
  return {
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
    then: schema,
    else: schema,
  };
}
