import { expect, test } from "vitest";
import {
  buildObjectSchema,
  createModel,
  location,
  print,
  refer,
  string,
} from "../../../../../test/printed-type.ts";
import type { Schema } from "../../../../document/model/model.ts";
import { createTypeContext } from "../type-context.ts";
import { collectTypeFacts } from "../type-facts.ts";
import { printTypeExpression } from "./type-expression.ts";

test.each<[string, Schema, string]>([
  ["nothing", { location }, "unknown"],
  ["false", { location, boolean: false }, "never"],
  ["several types", { location, types: ["string", "integer", "null"] }, "string | number | null"],
  [
    "an array of a union",
    { location, types: ["array"], items: { location, types: ["string", "null"] } },
    "(string | null)[]",
  ],
  ["an array of anything", { location, types: ["array"] }, "unknown[]"],
  [
    "a tuple",
    { location, types: ["array"], prefixItems: [string, { location }] },
    "[string?, unknown?, ...unknown[]]",
  ],
  [
    "a tuple with required members and others",
    { location, types: ["array"], prefixItems: [string, { location }], minItems: 1, items: string },
    "[string, unknown?, ...string[]]",
  ],
  [
    "a closed tuple of a union",
    {
      location,
      types: ["array"],
      prefixItems: [{ location, enum: ["a", 1] }],
      items: { location, boolean: false },
    },
    '[("a" | 1)?]',
  ],
  [
    "names of a list",
    {
      location,
      types: ["object"],
      propertyNames: { location, enum: ["a", "b"] },
      additionalProperties: string,
    },
    '{ [name in "a" | "b"]?: string }',
  ],
  ["an enum", { location, enum: ["a", 1, null, true] }, '"a" | 1 | null | true'],
  [
    "an enum of 3.0 that nullable adds null to",
    { location, types: ["string", "null"], enum: ["a", null], isNullAdded: true },
    '"a" | null',
  ],
  ["an enum without null", { location, types: ["string", "null"], enum: ["a"] }, '"a"'],
  ["an enum with values of another type", { ...string, enum: ["a", 4.1, null] }, '"a"'],
  ["a constant", { location, const: { value: { a: [1] } } }, "{ a: [1] }"],
  [
    "an object about which nothing is said",
    { location, types: ["object"] },
    "Record<string, unknown>",
  ],
  [
    "an empty object",
    { location, types: ["object"], additionalProperties: { location, boolean: false } },
    "Record<string, never>",
  ],
  [
    "optional and required",
    buildObjectSchema({ a: string, b: string }, { required: ["b"] }),
    "{ a?: string; b: string; }",
  ],
  [
    "a read-only property",
    buildObjectSchema({ a: { ...string, readOnly: true } }),
    "{ readonly a?: string; }",
  ],
  [
    "a property with a default",
    buildObjectSchema({ a: { ...string, default: { value: "x" } } }),
    '{ /** @default "x" */ a: string; }',
  ],
  [
    "a map",
    { location, types: ["object"], additionalProperties: string },
    "{ [key: string]: string }",
  ],
  [
    "properties and more",
    buildObjectSchema({ a: string }, { additionalProperties: { location, boolean: true } }),
    "{ a?: string; } & { [key: string]: unknown }",
  ],
  [
    "oneOf primitives",
    { location, oneOf: [string, { location, types: ["null"] }] },
    "string | null",
  ],
  [
    "oneOf beside properties",
    buildObjectSchema(
      { a: string },
      { oneOf: [buildObjectSchema({ b: string }), buildObjectSchema({ c: string })] },
    ),
    "{ a?: string; } & ({ b?: string; } | { c?: string; })",
  ],
  [
    "allOf",
    { location, allOf: [refer("A", string), buildObjectSchema({ b: string })] },
    'components["schemas"]["A"] & { b?: string; }',
  ],
  [
    "required of allOf of what may be null",
    {
      location,
      allOf: [refer("A", buildObjectSchema({ a: string }, { types: ["object", "null"] }))],
      required: ["a"],
    },
    'WithRequired<NonNullable<components["schemas"]["A"]>, "a"> | null type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };',
  ],
  [
    "required of allOf",
    { location, allOf: [refer("A", buildObjectSchema({ a: string }))], required: ["a", "b"] },
    '{ b: unknown; } & WithRequired<components["schemas"]["A"], "a"> type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };',
  ],
  [
    "what a part of allOf requires and no part describes",
    {
      location,
      allOf: [
        buildObjectSchema({ a: string }, { required: ["b"] }),
        buildObjectSchema({ c: string }, { required: ["a"] }),
      ],
    },
    "{ b: unknown; } & { a: string; } & { c?: string; }",
  ],
  [
    "what no alternative describes",
    {
      location,
      types: ["object"],
      required: ["b", "c"],
      anyOf: [buildObjectSchema({ a: string, b: string }), buildObjectSchema({ b: string })],
    },
    "{ c: unknown; } & ({ a?: string; b?: string; } | { b?: string; })",
  ],
  [
    "alternatives beside properties",
    buildObjectSchema(
      { a: string },
      { anyOf: [buildObjectSchema({ b: string }), buildObjectSchema({ c: string })] },
    ),
    "{ a?: string; } & ({ b?: string; } | { c?: string; })",
  ],
  [
    "a part of allOf that only requires",
    {
      location,
      allOf: [refer("A", buildObjectSchema({ a: string })), { location, required: ["a"] }],
    },
    'WithRequired<components["schemas"]["A"], "a"> type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };',
  ],
  [
    "what is required already",
    {
      location,
      allOf: [
        refer("A", buildObjectSchema({ a: string }, { required: ["a"] })),
        buildObjectSchema({ b: string }),
      ],
      required: ["a", "b"],
    },
    'components["schemas"]["A"] & { b: string; }',
  ],
  [
    "what a part of allOf requires of its own parts",
    {
      location,
      allOf: [
        {
          location,
          allOf: [refer("A", buildObjectSchema({ a: string })), buildObjectSchema({ b: string })],
          required: ["a", "b"],
        },
      ],
    },
    'WithRequired<components["schemas"]["A"], "a"> & { b: string; } type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };',
  ],
  [
    "required of what a part is composed of",
    {
      location,
      allOf: [refer("A", { location, allOf: [refer("B", buildObjectSchema({ a: string }))] })],
      required: ["a"],
    },
    'WithRequired<components["schemas"]["A"], "a"> type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };',
  ],
])("%s", (_, schema, type) => {
  expect(print(schema)).toBe(type);
});

test("the text of objects in objects does not double at each level beside an index signature", () => {
  let schema: Schema = string;
  for (let depth = 0; depth < 16; depth += 1) {
    schema = buildObjectSchema({ a: schema }, { additionalProperties: { ...string, enum: ["b"] } });
  }
  expect(print(schema).length).toBeLessThan(5000);
});

test("as openapi-typescript has it, an enum has values that its type does not allow", () => {
  const options = { likeOpenapiTypescript: true };
  const nullable: Schema = { location, types: ["string", "null"], enum: ["a"] };
  expect(print(nullable, options)).toBe('"a" | null');
  expect(print({ ...string, enum: ["a", 4.1] }, options)).toBe('"a" | 4.1');
});

test("a reference into the middle of the document leaves out `properties`", () => {
  const pointer = "/components/schemas/A/properties/b~1c";
  const target: Schema = { location: { file: "a.yaml", pointer }, types: ["string"] };
  const reference: Schema = { location, ref: { text: `#${pointer}`, target } };
  expect(print(reference, {}, { A: buildObjectSchema({ "b/c": target }) })).toBe(
    'components["schemas"]["A"]["b/c"]',
  );
  expect(print(reference, {}, { A: { location, types: ["array"], items: target } })).toBe("string");
});

test("a reference to a place that the interfaces have no member for is written out, once in a circle", () => {
  const part: Schema = {
    ...buildObjectSchema({ a: string }),
    location: { file: "a.yaml", pointer: "/components/schemas/Tag/allOf/0" },
  };
  const toPart: Schema = {
    location,
    ref: { text: "#/components/schemas/Tag/allOf/0", target: part },
  };
  const tag: Schema = { location, allOf: [part] };
  const context = createTypeContext(collectTypeFacts(createModel({ Tag: tag })));
  const print = (schema: Schema) => printTypeExpression(schema, context, { indent: "", path: "#" });
  expect(print(toPart)).toBe("{\n  a?: string;\n}");
  const circular: Schema = {
    ...buildObjectSchema({}),
    location: { file: "a.yaml", pointer: "/components/schemas/Tag/allOf/1" },
  };
  const toCircular: Schema = {
    location,
    ref: { text: "#/components/schemas/Tag/allOf/1", target: circular },
  };
  Object.assign(circular, { properties: new Map([["next", toCircular]]) });
  expect(print(toCircular)).toBe("{\n  next?: unknown;\n}");
});

test("a discriminator narrows the members that its mapping chooses", () => {
  const cat = buildObjectSchema({ kind: string }, { required: [] });
  const pet: Schema = {
    location,
    oneOf: [refer("Cat", cat)],
    discriminator: { propertyName: "kind", mapping: new Map([["meow", "Cat"]]) },
  };
  expect(print(cat, {}, { Pet: pet, Cat: cat })).toBe('{ kind: "meow"; }');
});

test("options change the types as openapi-typescript's flags do", () => {
  const schema = buildObjectSchema({ b: string, a: { ...string, deprecated: true } });
  expect(print(schema, { alphabetize: true, immutable: true, excludeDeprecated: true })).toBe(
    "{ readonly b?: string; }",
  );
  expect(print(schema, { additionalProperties: true, excludeDeprecated: true })).toBe(
    "{ b?: string; } & { [key: string]: unknown }",
  );
  expect(print(buildObjectSchema({}, {}), { emptyObjectsUnknown: true })).toBe(
    "Record<string, unknown>",
  );
  const pair: Schema = { location, types: ["array"], items: string, minItems: 1, maxItems: 2 };
  expect(print(pair, { arrayLength: true })).toBe("[string] | [string, string]");
});

test("$dynamicRef is its target beside the other keywords, unless the scope has another one", () => {
  const node: Schema = { ...buildObjectSchema({}), dynamicAnchor: "node" };
  const anchored: Schema = { ...node, dynamicAnchors: new Map([["node", node]]) };
  const reference = { name: "Node", text: "#node", target: anchored };
  const children: Schema = {
    location,
    types: ["array"],
    items: { location, dynamicReference: reference },
  };
  expect(print(children, {}, { Node: anchored })).toBe('components["schemas"]["Node"][]');
  expect(
    print(
      { ...buildObjectSchema({ a: string }), dynamicReference: reference },
      {},
      { Node: anchored },
    ),
  ).toBe('{ a?: string; } & components["schemas"]["Node"]');

  const other: Schema = { ...node, location: { file: "a.yaml", pointer: "/other" } };
  const overriding: Schema = { ...other, dynamicAnchors: new Map([["node", other]]) };
  const components = { Node: anchored, Other: overriding };
  expect(print(children, {}, components)).toBe('components["schemas"]["Node"][]');
  const bound = { ...children, dynamicAnchors: new Map([["node", other]]) };
  expect(print(bound, {}, components)).toBe('components["schemas"]["Other"][]');
  const plain = { ...reference, text: "#/components/schemas/Node" };
  expect(
    print({ location, dynamicReference: plain }, {}, { Node: anchored, Other: overriding }),
  ).toBe('components["schemas"]["Node"]');
});
