import { fc } from "../../../../test/support/fast-check.ts";
import { followSchemaReferences } from "../../../specwright/src/document/model/behind-references.ts";
import type { Schema } from "../../../specwright/src/document/model/model.ts";

/** The depth of values; deeper parts are left out. */
const deepest = 5;

/** Values for a schema of the document. Keywords that this function ignores can make some of them invalid. */
export function createArbitraryValue(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const target = followSchemaReferences(schema);
  if (target === undefined || depth > deepest) {
    return fc.constant(null);
  }
  if (target.const !== undefined) {
    return fc.constant(target.const.value);
  }
  if (target.enum !== undefined) {
    return fc.constantFrom(...target.enum);
  }
  const choices = target.oneOf ?? target.anyOf;
  if (choices !== undefined) {
    const chosen = fc.oneof(...choices.map((each) => createArbitraryValue(each, depth + 1)));
    return target.properties === undefined
      ? chosen
      : fc.tuple(chosen, createArbitraryObject(target, depth)).map(merge);
  }
  if (target.allOf !== undefined) {
    const parts = target.allOf.map((each) => createArbitraryValue(each, depth + 1));
    return fc.tuple(...parts, createArbitraryObject(target, depth)).map(merge);
  }
  const types = target.types ?? (target.properties === undefined ? ["string"] : ["object"]);
  return fc.oneof(...types.map((type) => byType[type]?.(target, depth) ?? fc.jsonValue()));
}

type ByType = Readonly<Record<string, (schema: Schema, depth: number) => fc.Arbitrary<unknown>>>;

const byType: ByType = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum, maximum }) => fc.integer({ min: minimum ?? -100, max: maximum ?? 2 ** 31 }),
  number: ({ minimum, maximum }) =>
    fc.double({ min: minimum ?? -100, max: maximum ?? 1e9, noNaN: true }),
  string: (schema) => createArbitraryText(schema),
  array: ({ items, minItems, maxItems }, depth) =>
    fc.array(items === undefined ? fc.jsonValue() : createArbitraryValue(items, depth + 1), {
      minLength: minItems ?? 0,
      maxLength: Math.min(maxItems ?? 3, (minItems ?? 0) + 3),
    }),
  object: (schema, depth) => createArbitraryObject(schema, depth),
};

function createArbitraryObject(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = new Map<string, Schema>(), required = [] } = schema;
  const known = fc.record(
    Object.fromEntries(
      [...properties].map(([name, each]) => [name, createArbitraryValue(each, depth + 1)]),
    ),
    { requiredKeys: [...properties.keys()].filter((name) => required.includes(name)) },
  );
  const extra = schema.additionalProperties;
  if (extra?.boolean === false) {
    return known;
  }
  const more = fc.dictionary(
    fc.string({ maxLength: 8 }),
    extra === undefined || extra.boolean !== undefined
      ? fc.jsonValue({ maxDepth: 2 })
      : createArbitraryValue(extra, depth + 1),
    { maxKeys: 2 },
  );
  return fc.tuple(more, known).map(merge);
}

/** Addresses of this machine, so that no name is looked up elsewhere. */
const addresses = [
  "https://127.0.0.1:9/x?y=1#z",
  "http://localhost:1/",
  "https://user:password@127.0.0.1/",
  "http://[::1]:9",
  "urn:a:b",
  "javascript:1",
];

function createArbitraryText(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 40 } = schema;
  if (format === "uri") {
    return fc.constantFrom(...addresses);
  }
  if (format === "uuid") {
    return fc.uuid();
  }
  if (format === "date-time") {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  if (pattern === undefined) {
    return fc.string({ ...length, unit: "binary" });
  }
  return fc
    .stringMatching(new RegExp(pattern, "u"))
    .filter((text) => text.length <= maxLength && text.length >= minLength);
}

function merge(parts: readonly unknown[]): unknown {
  return Object.assign({}, ...parts.map((part) => (typeof part === "object" ? part : {})));
}
