import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
import { compareModels } from "./compare-models.ts";
import type { Document } from "./testing/document-pairs.ts";
import { wrapBody, wrapHeader, wrapOperation, wrapParameter } from "./testing/documents.ts";

function listKinds(before: Document, after: Document): readonly string[] {
  return compareModels(buildModelFrom(before), buildModelFrom(after)).map(({ kind }) => kind);
}

const text = { type: "string" };
const answer = (schema: object, components: object = {}): Document =>
  wrapOperation(
    { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
    { components: { schemas: components } },
  );
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const animal = (mapping: object | undefined): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: text },
  discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
});
const bird = { allOf: [reference("Animal"), { type: "object", properties: { wings: text } }] };
const animals = (mapping?: object): Document =>
  answer(reference("Animal"), { Animal: animal(mapping), Bird: bird });
const birds = (mapping?: object): Document =>
  answer(reference("Bird"), { Animal: animal(mapping), Bird: bird });
const either = (mapping: object): Document =>
  answer(
    {
      oneOf: [reference("Cat"), reference("Dog")],
      discriminator: { propertyName: "kind", mapping },
    },
    {
      Cat: { type: "object", required: ["kind"], properties: { kind: text } },
      Dog: { type: "object", required: ["kind"], properties: { kind: text, name: text } },
    },
  );

const events = (contentSchema: object): Document =>
  wrapOperation({
    responses: {
      200: {
        description: "",
        content: {
          "text/event-stream": {
            schema: {
              type: "object",
              properties: {
                data: { ...text, contentMediaType: "application/json", contentSchema },
              },
            },
          },
        },
      },
    },
  });

const item = (members: object): object => ({ $dynamicAnchor: "item", ...members });
const lists = (items: object, bound: object): Document =>
  answer(reference("Strings"), {
    List: {
      $id: "https://a.example/list",
      type: "array",
      items,
      $defs: { item: item({}), other: { $dynamicAnchor: "other" } },
    },
    Strings: {
      $id: "https://a.example/strings",
      $ref: "https://a.example/list",
      $defs: { item: item(bound), other: { $dynamicAnchor: "other", type: "integer" } },
    },
  });
const bound = { $dynamicRef: "#item" };

const servers = (...urls: readonly string[]): Document =>
  wrapOperation({}, { servers: urls.map((url) => ({ url })) });
const secret = (members: object): object => ({
  type: "object",
  properties: { a: { ...text, writeOnly: true, ...members }, b: text },
});

test.each<[string, Document, Document, readonly string[]]>([
  [
    "a value of the mapping of a base",
    animals({ bird: "Bird" }),
    animals({ fowl: "Bird" }),
    [
      "component-schema-unused-changed",
      "response-mapping-value-removed",
      "response-mapping-value-added",
    ],
  ],
  [
    "a mapping of a base that goes",
    animals({ bird: "Bird" }),
    animals(),
    ["component-schema-unused-changed", "response-mapping-value-removed"],
  ],
  [
    "a value of the mapping of a base, in what extends it",
    birds({ bird: "Bird" }),
    birds({ fowl: "Bird" }),
    ["response-mapping-value-removed", "response-mapping-value-added"],
  ],
  [
    "all values of an alternative",
    either({ cat: "Cat", dog: "Dog" }),
    either({ dog: "Dog" }),
    ["response-mapping-value-removed"],
  ],
  ["the schema of an event", events({ type: "object" }), events(text), ["response-type-changed"]],
  ["an event without a schema", events(text), events({}), ["response-type-widened"]],
  [
    "a header as JSON",
    wrapHeader({ schema: text }),
    wrapHeader({ content: { "application/json": { schema: text } } }),
    ["response-header-content-changed"],
  ],
  [
    "the schema that is bound",
    lists(bound, text),
    lists(bound, { type: "integer" }),
    ["response-type-changed"],
  ],
  [
    "another name that is bound",
    lists(bound, text),
    lists({ $dynamicRef: "#other" }, text),
    ["response-dynamic-reference-changed"],
  ],
  ["items that nothing binds", lists(bound, text), lists({}, text), ["response-items-removed"]],
  ["the first server", servers("/a", "/b"), servers("/b", "/a"), ["server-default-changed"]],
  [
    "the first tag",
    wrapOperation({ tags: ["a", "b"] }),
    wrapOperation({ tags: ["b", "a"] }),
    ["operation-first-tag-changed"],
  ],
  [
    "the first media type",
    wrapBody({ "text/plain": {}, "text/csv": {} }),
    wrapBody({ "text/csv": {}, "text/plain": {} }),
    ["media-type-default-changed", "media-type-default-changed"],
  ],
  [
    "a property that answers do not have",
    answer(secret({})),
    answer(secret({ minLength: 2 })),
    ["response-hidden-property-changed"],
  ],
  [
    "a property that can be written no longer",
    answer({ type: "object", properties: { a: text } }),
    answer({ type: "object", properties: { a: { ...text, readOnly: true } } }),
    ["response-access-changed"],
  ],
  [
    "one of two booleans, listed twice",
    answer({ type: "boolean" }),
    answer({ enum: [true, true] }),
    ["response-enum-added"],
  ],
  [
    "a list of texts with reserved characters",
    wrapParameter({ schema: { type: "array", items: text } }),
    wrapParameter({ schema: { type: "array", items: text }, allowReserved: true }),
    ["parameter-reserved-allowed"],
  ],
  [
    "alternatives of the same schemes with other scopes",
    wrapOperation({ security: [{ o: ["a"] }, { o: ["b"] }] }),
    wrapOperation({ security: [{ o: ["c"] }, { o: ["b"] }] }),
    ["security-scope-added", "security-scope-removed"],
  ],
])("diff says that the generated code has %s", (_, before, after, kinds) => {
  expect(listKinds(before, after)).toEqual(kinds);
});

test("documents that only mean the same have one change, of documentation", () => {
  const [before, after] = [text, { ...text, minLength: 0 }].map((schema) => answer(schema));
  const changes = compareModels(buildModelFrom(before ?? {}), buildModelFrom(after ?? {}));
  expect(changes.map(({ kind, severity }) => [kind, severity])).toEqual([
    ["document-spelling-changed", "documentation"],
  ]);
});

test("a change in a circle is seen from each schema of the circle", () => {
  const body = (schema: object): object => ({
    post: {
      requestBody: { content: { "application/json": { schema } } },
      responses: { 204: { description: "" } },
    },
  });
  const circle = (x: object): Document => ({
    paths: { "/1": body({ not: reference("A") }), "/2": body({ not: reference("B") }) },
    components: {
      schemas: {
        A: { type: "object", properties: { b: { not: reference("B") }, x } },
        B: { type: "object", required: ["a"], properties: { a: { not: reference("A") } } },
      },
    },
  });
  const changes = compareModels(
    buildModelFrom(circle(text)),
    buildModelFrom(circle({ type: "integer" })),
  );
  expect(changes.filter(({ kind }) => kind === "request-not-added")).toMatchObject([
    { operations: ["POST /1"] },
    { operations: ["POST /2"] },
  ]);
});
