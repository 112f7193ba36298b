import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
import type { Change } from "../compare/change.ts";
import { compareModels } from "../compare/compare-models.ts";
import { addWitnesses } from "./add-witnesses.ts";

type Json = Readonly<Record<string, unknown>>;

function compare(before: Json, after: Json): readonly Change[] {
  const models = { before: buildModelFrom(before), after: buildModelFrom(after) };
  return addWitnesses(compareModels(models.before, models.after), models, import.meta.dirname);
}

const content = (schema: unknown) => ({ content: { "application/json": { schema } } });
const body = (schema: unknown, components: Json = {}): Json => ({
  paths: { "/pets": { post: { requestBody: content(schema), responses: { "204": {} } } } },
  components: { schemas: components },
});
const answer = (schema: unknown, components: Json = {}): Json => ({
  paths: { "/pets": { get: { responses: { "200": content(schema) } } } },
  components: { schemas: components },
});
const parameter = (schema: unknown, rest: Json = {}): Json => ({
  paths: {
    "/pets": {
      get: {
        parameters: [{ name: "limit", in: "query", schema, ...rest }],
        responses: { "204": {} },
      },
    },
  },
});

test("a request that was accepted and is refused now is shown with its place", () => {
  const pet = (name: unknown): Json =>
    body({ type: "object", required: ["name"], properties: { name, tag: { type: "string" } } });
  const before = pet({ type: "string" });
  expect(compare(before, pet({ type: "string", minLength: 1 }))).toMatchObject([
    {
      kind: "request-min-length-added",
      severity: "breaking",
      witness: {
        kind: "value",
        operation: "POST /pets",
        in: "request",
        place: "body",
        mediaType: "application/json",
        value: { name: "" },
        pointer: "/name",
      },
    },
  ]);
});

test("an answer that was not possible before is shown for what the caller reads", () => {
  const pets = { type: "array", items: { $ref: "#/components/schemas/Pet" } };
  const pet = (...status: readonly string[]): Json => ({
    Pet: { type: "object", required: ["status"], properties: { status: { enum: status } } },
  });
  expect(compare(answer(pets, pet("free")), answer(pets, pet("free", "sold")))).toMatchObject([
    {
      kind: "response-enum-value-added",
      severity: "potentially breaking",
      witness: { in: "answer", value: [{ status: "sold" }], pointer: "/0/status" },
    },
  ]);
});

test("a parameter is judged by what the new document reads from the text on the wire", () => {
  const integer = { type: "integer" };
  expect(compare(parameter(integer), parameter({ ...integer, maximum: 100 }))).toMatchObject([
    { witness: { place: "query parameter limit", value: 101, pointer: "" } },
  ]);
  // As a JSON value, 1 is not a text. In a query it is.
  const text = { type: "string" };
  expect(compare(parameter(integer), parameter(text))).toMatchObject([
    { kind: "request-type-changed", verdicts: { callers: "works", clientCode: "breaks" } },
  ]);
  expect(compare(parameter(integer), parameter({ ...text, maxLength: 2 }))).toMatchObject([
    { kind: "request-type-changed", witness: { place: "query parameter limit", value: 118 } },
  ]);
  expect(compare(parameter(integer), parameter(integer, { required: true }))).toMatchObject([
    { severity: "breaking", witness: { place: "query parameters", value: {} } },
  ]);
});

test("a request that is refused breaks callers, although its kind of change only may do so", () => {
  const text = (pattern: string): Json => body({ type: "string", pattern });
  expect(compare(text("^a"), text("^b"))).toMatchObject([
    { kind: "request-pattern-changed", severity: "breaking", witness: { value: "a" } },
  ]);
});

test("a change of values without an example may break, with the reason", () => {
  const encoded = (contentEncoding: string): Json => answer({ type: "string", contentEncoding });
  expect(compare(encoded("base64"), encoded("base64url"))).toMatchObject([
    {
      kind: "response-content-encoding-changed",
      severity: "potentially breaking",
      verdicts: { callers: "may break" },
      reason: expect.stringContaining("validators do not look into the text"),
    },
  ]);
});

test("a change that refuses no value works", () => {
  const text = (rest: Json): Json => body({ type: "string", ...rest });
  expect(compare(text({}), text({ minLength: 0 }))).toMatchObject([
    { severity: "documentation", verdicts: { callers: "works" } },
  ]);
  const all = { allOf: [{ type: "string" }, { minLength: 2 }] };
  expect(compare(text({ minLength: 1 }), body({ ...all, maxLength: 5 }))).toMatchObject([
    { kind: "request-min-length-raised", witness: { value: "a" } },
    { kind: "request-max-length-added", witness: { value: "aaaaaa" } },
  ]);
});

test("of several changes of one value, each has an example of its own", () => {
  const pet = (properties: Json, required: readonly string[]): Json =>
    body({ type: "object", required, properties });
  const before = pet({ name: { type: "string" }, tags: { type: "array" } }, ["name"]);
  const after = pet(
    { name: { type: "string", minLength: 1, maxLength: 3 }, tags: { type: "array", maxItems: 1 } },
    ["name", "tags"],
  );
  const values = compare(before, after).map(({ kind, witness }) => [
    kind,
    witness?.kind === "value" && witness.value,
  ]);
  expect(values).toEqual([
    ["request-property-became-required", { name: "a" }],
    ["request-min-length-added", { name: "", tags: [] }],
    ["request-max-length-added", { name: "aaaa", tags: [] }],
    ["request-max-items-added", { name: "a", tags: [0, 0] }],
  ]);
});

test("a value is found behind references, circles, alternatives and lists", () => {
  const node = (limits: Json): Json => ({
    Node: {
      oneOf: [{ type: "string" }, { $ref: "#/components/schemas/Branch" }],
    },
    Branch: {
      type: "object",
      required: ["children"],
      properties: {
        children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        weight: { type: "integer", ...limits },
      },
    },
  });
  const root = { $ref: "#/components/schemas/Node" };
  expect(compare(body(root, node({})), body(root, node({ maximum: 5 })))).toMatchObject([
    { witness: { value: { children: [], weight: 6 }, pointer: "/weight" } },
  ]);
});

test("a pattern that could take years to test gets no text, and the change may break", () => {
  const text = (minLength: number): Json => body({ type: "string", pattern: "^(a+)+$", minLength });
  expect(compare(text(30), text(40))).toMatchObject([
    { verdicts: { callers: "may break" }, reason: expect.any(String) },
  ]);
});

test("each of several values that are new is shown by itself", () => {
  const kinds = (...values: readonly unknown[]): Json => answer({ enum: values });
  const added = Array.from({ length: 30 }, (_, index) => `kind-${index}`);
  const found = compare(kinds("a"), kinds("a", ...added));
  expect(found.map(({ witness }) => witness?.kind === "value" && witness.value)).toEqual(added);
});

test("each of several alternatives that are new is shown by itself", () => {
  const tagged = (tag: string): Json => ({
    type: "object",
    required: ["tag", tag],
    properties: { tag: { const: tag }, [tag]: { type: "integer" } },
  });
  const all = { A: tagged("a"), B: tagged("b"), C: tagged("c") };
  const either = (...names: readonly string[]): Json =>
    answer({ oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) }, all);
  expect(compare(either("A"), either("A", "B", "C"))).toMatchObject([
    { witness: { value: { tag: "b", b: 0 } } },
    { witness: { value: { tag: "c", c: 0 } } },
  ]);
});

test("values that would be too large to be made are not made", () => {
  const long = { type: "string", minLength: 2e9 };
  expect(compare(body({ type: "string" }), body(long))).toMatchObject([
    { kind: "request-min-length-added", severity: "breaking", witness: { value: "" } },
  ]);
  const list = (items: string): Json => ({ type: "array", items: { type: items }, minItems: 2e9 });
  expect(compare(body(list("string")), body(list("integer")))).toMatchObject([
    { kind: "request-type-changed", verdicts: { callers: "may break" } },
  ]);
  const doubled = (last: string): Json =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = at === 39 ? { type: last } : { $ref: `#/components/schemas/D${at + 1}` };
        return [
          `D${at}`,
          { type: "object", required: ["a", "b"], properties: { a: next, b: next } },
        ];
      }),
    );
  const first = { $ref: "#/components/schemas/D0" };
  const changes = compare(body(first, doubled("string")), body(first, doubled("integer")));
  expect(changes.map(({ verdicts }) => verdicts.callers)).toEqual(["may break", "may break"]);
});

test("a property that is required beside a reference is shown", () => {
  const pets = { Pet: { type: "object", properties: { name: { type: "string" } } } };
  const pet = { $ref: "#/components/schemas/Pet" };
  for (const named of [{ ...pet, required: ["name"] }, { allOf: [pet, { required: ["name"] }] }]) {
    expect(compare(body(pet, pets), body(named, pets))).toMatchObject([
      { kind: "request-property-became-required", severity: "breaking", witness: { value: {} } },
    ]);
    expect(compare(answer(named, pets), answer(pet, pets))).toMatchObject([
      { kind: "response-property-became-optional", witness: { kind: "value", value: {} } },
    ]);
  }
});

test("a value that fits two alternatives of oneOf is shown when the second one is added", () => {
  const pets = {
    Cat: { type: "object", properties: { claws: { type: "integer" } } },
    Dog: { type: "object", properties: { bark: { type: "string" } } },
  };
  const [cat, dog] = Object.keys(pets).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  for (const before of [cat, { oneOf: [cat, { type: "string" }] }]) {
    const alternatives = before === cat ? [cat] : [cat, { type: "string" }];
    const changes = compare(body(before, pets), body({ oneOf: [...alternatives, dog] }, pets));
    expect(changes.filter(({ verdicts }) => verdicts.callers === "breaks")).toMatchObject([
      { kind: "request-any-of-became-one-of", witness: { value: {} } },
    ]);
  }
});

const integer = { type: "integer" };
const string = { type: "string" };
const closed = (properties: Json, rest: unknown = false): Json => ({
  type: "object",
  properties,
  additionalProperties: rest,
});

test.each<[title: string, before: Json, after: Json, value: unknown]>([
  ["a property of a closed object is gone", closed({ a: integer }), closed({}), { a: 0 }],
  [
    "a property is read like all others",
    closed({ a: integer }, string),
    closed({}, string),
    { a: 0 },
  ],
  [
    "a property was one of all others before",
    closed({}, string),
    closed({ a: integer }, string),
    { a: "" },
  ],
  ["all others have a schema", { type: "object" }, closed({}, integer), { x: "" }],
  [
    "a property matched a pattern before",
    { type: "object", patternProperties: { "^a": string } },
    { type: "object", patternProperties: { "^a": string }, properties: { a: integer } },
    { a: "" },
  ],
  [
    "a pattern of a closed object is gone",
    { ...closed({}), patternProperties: { "^a": integer } },
    closed({}),
    { a: 0 },
  ],
  [
    "a dependency evaluates a property no longer",
    {
      ...{ type: "object", properties: { a: {} }, unevaluatedProperties: false },
      dependentSchemas: { a: { properties: { b: {} } } },
    },
    { type: "object", properties: { a: {} }, unevaluatedProperties: false },
    { a: "", b: 0 },
  ],
  [
    "a position is no longer described",
    { type: "array", prefixItems: [true], unevaluatedItems: false },
    { type: "array", unevaluatedItems: false },
    [0],
  ],
  [
    "a dependency has a dependency itself",
    { type: "object" },
    { type: "object", dependentSchemas: { b: { maxProperties: 0, dependentSchemas: { a: {} } } } },
    { b: 0 },
  ],
  [
    "names have to be shorter",
    { type: "object", propertyNames: { maxLength: 5 } },
    { type: "object", propertyNames: { maxLength: 3 } },
    { aaaa: null },
  ],
  [
    "an alternative is wider and overlaps the other one",
    {
      oneOf: [
        { ...string, minLength: 3 },
        { ...string, maxLength: 2 },
      ],
    },
    { oneOf: [string, { ...string, maxLength: 2 }] },
    "",
  ],
  [
    "more items fit what may be contained once",
    { type: "array", contains: { ...string, minLength: 3 }, maxContains: 1 },
    { type: "array", contains: string, maxContains: 1 },
    ["aaa", ""],
  ],
])("a request is refused when %s", (_, before, after, value) => {
  const changes = compare(body(before), body(after));
  expect(changes.filter(({ verdicts }) => verdicts.callers === "breaks")).toMatchObject([
    { severity: "breaking", witness: { kind: "value", in: "request", value } },
  ]);
});

test("a property that a document does not name may be added and removed", () => {
  const object = (properties: Json): Json => ({ type: "object", properties });
  for (const [before, after] of [
    [object({ b: string }), object({ a: integer, b: string })],
    [object({ a: integer, b: string }), object({ b: string })],
  ] as const) {
    const changes = compare(body(before), body(after));
    expect(changes.map(({ verdicts }) => verdicts.callers)).toEqual(["works"]);
  }
});

test("a pattern gives answers values that all other properties did not have", () => {
  const before = closed({}, string);
  const after = { ...before, patternProperties: { "^x-": integer } };
  expect(compare(answer(before), answer(after))).toContainEqual(
    expect.objectContaining({ kind: "response-type-changed", severity: "breaking" }),
  );
});

test("schemas whose values are compared at one place are compared whole at another one", () => {
  const named = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  const api = (first: Json, second: Json): Json => ({
    paths: {
      "/a": { post: { requestBody: content(first), responses: { "204": {} } } },
      "/b": { post: { requestBody: content(second), responses: { "204": {} } } },
    },
    components: { schemas: { X: { ...string, default: "x" }, Y: { ...string, default: "y" } } },
  });
  const property = (name: string): Json => ({ type: "object", properties: { p: named(name) } });
  const before = api(closed({}, named("X")), property("X"));
  const after = api(closed({ q: named("Y") }, named("X")), property("Y"));
  expect(compare(before, after)).toContainEqual(
    expect.objectContaining({ kind: "request-default-changed", operations: ["POST /b"] }),
  );
});

test("minContains of 0 is lower than none", () => {
  const list = { type: "array", contains: string };
  const [before, after] = [list, { ...list, minContains: 0 }].map((each) => answer(each));
  expect(compare(before ?? {}, after ?? {})).toMatchObject([
    { kind: "response-min-contains-lowered", verdicts: { callers: "may break" }, witness: {} },
  ]);
  expect(compare(after ?? {}, before ?? {})).toMatchObject([
    { kind: "response-min-contains-raised", verdicts: { callers: "works" } },
  ]);
});

test("a rule about items that is gone refuses nothing", () => {
  const list = { type: "array" };
  const before = { ...list, contains: { ...string, minLength: 3 }, maxContains: 1 };
  const verdicts = compare(body(before), body(list)).map(({ verdicts: { callers } }) => callers);
  expect(new Set(verdicts)).toEqual(new Set(["works"]));
});

test("a schema of all others that is gone from answers breaks programs that read them", () => {
  expect(compare(answer(closed({}, integer)), answer({ type: "object" }))).toMatchObject([
    { kind: "response-type-widened", verdicts: { callers: "breaks" }, witness: {} },
  ]);
});

test.each<[before: Json, after: Json]>([
  [{ exclusiveMinimum: 1 }, { minimum: 1 }],
  [{ minimum: 1 }, { exclusiveMinimum: 0.5 }],
  [{ exclusiveMaximum: 4 }, { maximum: 4 }],
  [{ maximum: 4 }, { exclusiveMaximum: 4.5 }],
  [{ multipleOf: 4 }, { multipleOf: 2 }],
  [{ multipleOf: 0.3 }, { multipleOf: 0.1 }],
])("a request within %j is within %j", (before, after) => {
  const number = (limit: Json): Json => body({ type: "number", ...limit });
  const verdicts = compare(number(before), number(after)).map(
    ({ verdicts: { callers } }) => callers,
  );
  expect(new Set(verdicts)).toEqual(new Set(["works"]));
  expect(compare(number(after), number(before))).toContainEqual(
    expect.objectContaining({ severity: "breaking" }),
  );
});

test("a property of an alternative is refused in requests that fitted another one before", () => {
  const card = (...names: readonly string[]): Json => ({
    ...closed(Object.fromEntries(names.map((name) => [name, string]))),
    required: ["number"],
  });
  const full = { ...card("number", "code"), required: ["number", "code"] };
  const [before, after] = [card("number"), card("number", "code")].map((each) =>
    body({ oneOf: [each, full] }),
  );
  expect(compare(before ?? {}, after ?? {})).toMatchObject([
    {
      kind: "request-property-added",
      severity: "breaking",
      witness: { value: { number: "", code: "" } },
    },
  ]);
});

test("only the values of a property are compared with those of all others", () => {
  const described = { ...string, description: "A name.", default: "Tom", deprecated: true };
  const [before, after] = [closed({ a: described }, string), closed({}, string)];
  for (const [from, to] of [
    [before, after],
    [after, before],
  ] as const) {
    const changes = [...compare(body(from), body(to)), ...compare(answer(from), answer(to))];
    expect(changes.map(({ kind }) => kind.replace(/^\w+-/, ""))).toEqual(
      from === before
        ? ["property-removed", "property-removed"]
        : ["property-added", "property-added"],
    );
    expect(changes.map(({ verdicts }) => verdicts.callers)).toEqual(["works", "works"]);
  }
});

test("an optional property that is gone from closed answers leaves nothing new to read", () => {
  const changes = compare(answer(closed({ a: string, b: string })), answer(closed({ a: string })));
  expect(changes).toMatchObject([
    { kind: "response-property-removed", verdicts: { callers: "works" } },
  ]);
});

test("a request is refused when a property of a closed object has another name", () => {
  const named = (name: string): Json =>
    closed({ [name]: { ...closed({ x: string, y: integer }), required: ["x"] }, z: string });
  expect(compare(body(named("p")), body(named("q")))).toContainEqual(
    expect.objectContaining({ kind: "request-value-forbidden", severity: "breaking" }),
  );
});

test.each<[reason: string, before: Json, after: Json]>([
  [
    "the other one requires what this one forbids",
    { ...closed({ a: string }), required: ["a"] },
    closed({ a: string }),
  ],
  [
    "a property has other values, where it is there",
    { type: "object", required: ["b"], properties: { b: { enum: ["a"] } } },
    { type: "object", properties: { b: { enum: ["a"] } } },
  ],
])("an alternative may accept more when %s", (_, before, after) => {
  const other = { ...closed({ b: { enum: ["b"] } }), required: ["b"] };
  expect(compare(body({ oneOf: [before, other] }), body({ oneOf: [after, other] }))).toMatchObject([
    { kind: "request-property-became-optional", verdicts: { callers: "works" } },
  ]);
});
