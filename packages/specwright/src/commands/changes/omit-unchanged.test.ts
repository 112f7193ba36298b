import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { compareModels } from "../../compare/compare-models.ts";
import { pairs } from "../../compare/testing/pairs.ts";
import type { SourceFile } from "../../document/read/files/source-file.ts";
import { isObject } from "../../json-object.ts";
import { omitUnchanged } from "./omit-unchanged.ts";

type Value = Readonly<Record<string, unknown>>;

function toFile(value: Value, more: Partial<SourceFile> = {}): SourceFile {
  return {
    ...{ path: "/a.json", name: "a.json", hash: "", isTree: true, mayIdentify: false },
    ...{ value: structuredClone(value) },
    ...more,
  };
}

/** Both documents without the parts that are the same. */
function omit(before: Value, after: Value, more?: Partial<SourceFile>): readonly [Value, Value] {
  const files = omitUnchanged([toFile(before, more), toFile(after, more)]);
  const [from, to] = files.map(({ value }) => value);
  return [isObject(from) ? from : {}, isObject(to) ? to : {}];
}

const ref = (name: string): Value => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: Value): Value => ({
  get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
});

/** `/pets` leads to Pet, Owner and Text; `/tags` to Tag and Text; nothing leads to Alone. */
function write(changes: Value = {}, paths: Value = {}, root: Value = {}): Value {
  const schemas = {
    Pet: { properties: { owner: ref("Owner") } },
    Owner: { properties: { name: ref("Text") } },
    Tag: { properties: { text: ref("Text") } },
    ...{ Alone: { type: "string" }, Text: { type: "string" } },
    ...changes,
  };
  return {
    ...{ openapi: "3.1.0", info: { title: "a", version: "1" } },
    paths: { "/pets": answer(ref("Pet")), "/tags": answer(ref("Tag")), ...paths },
    components: { schemas },
    ...root,
  };
}

function listKept(value: Value): readonly string[] {
  const { paths, components } = value as Readonly<Record<string, Readonly<Record<string, Value>>>>;
  return [...Object.keys(paths ?? {}), ...Object.keys(components?.schemas ?? {})];
}

test("a changed schema stays with the parts that lead to it, and those to which these lead", () => {
  const [before, after] = omit(write(), write({ Owner: { properties: { name: ref("Tag") } } }));
  const kept = ["/pets", "Pet", "Owner", "Tag", "Text"];
  expect(listKept(before)).toEqual(kept);
  expect(listKept(after)).toEqual(kept);
  expect(omit(write(), write()).map(listKept)).toEqual([[], []]);
});

test("a schema that a mapping names stays with the schema that names it", () => {
  const pet = (mapping: Value): Value => ({
    oneOf: [{ type: "object" }],
    discriminator: { propertyName: "kind", mapping },
  });
  const named = { Pet: pet({ a: "Alone", t: "#/components/schemas/Tag" }) };
  const [before] = omit(write(named), write({ ...named, Alone: { type: "integer" } }));
  expect(listKept(before)).toEqual(["/pets", "Pet", "Tag", "Alone", "Text"]);
});

test("operations stay with a changed one that has the same operationId, because it can take their name", () => {
  const ping = (path: string): Value => ({
    [path]: { get: { operationId: "ping", responses: { 200: { description: "" } } } },
  });
  const pair = [
    write({}, ping("/last")),
    write({}, { ...ping("/first"), ...ping("/last") }),
  ] as const;
  const changes = compare(omit(...pair));
  expect(changes).toMatchObject([{ kind: "operation-added" }, { kind: "operation-id-removed" }]);
  expect(changes).toEqual(compare(pair));
});

test("paths stay with a changed one that differs in parameter names only, so that this is reported", () => {
  const [before, after] = [write({}, { "/a/{b}": {} }), write({}, { "/a/{b}": {}, "/a/{c}": {} })];
  expect(omit(before, after).map(listKept)).toEqual([["/a/{b}"], ["/a/{b}", "/a/{c}"]]);
});

test.each<[string, Value, Value, Partial<SourceFile>?]>([
  ["another security", write(), write({}, {}, { security: [] })],
  ["another server", write(), write({}, {}, { servers: [{ url: "/v2" }] })],
  ["another version", write(), write({}, {}, { openapi: "3.0.3" })],
  [
    "another file",
    write({}, { "/a": { $ref: "a.yaml" } }),
    write({}, { "/a": { $ref: "a.yaml" } }),
  ],
  ["a dynamic reference", write({ A: { $dynamicRef: "#a" } }), write()],
  ["paths in another file", write({}, { $ref: "paths.yaml" }), write({}, { $ref: "paths.yaml" })],
  ["identifiers", write(), write(), { mayIdentify: true }],
  ["aliases of YAML", write(), write(), { isTree: false }],
])("nothing is omitted from documents with %s", (_, before, after, more) => {
  expect(omit(before, after, more)).toEqual([before, after]);
});

test("the changes are the same with and without the equal parts", () => {
  for (const [kind, pair] of pairs) {
    const [before, after] = pair.map((document) => addNeighbours(document));
    const omitted = omit(before ?? {}, after ?? {});
    expect([kind, compare(omitted)]).toEqual([kind, compare([before ?? {}, after ?? {}])]);
  }
});

function compare([from, to]: readonly Value[]): unknown {
  return compareModels(buildModelFrom(from ?? {}), buildModelFrom(to ?? {}));
}

/** The document with a path and schemas that no change concerns, and a path that leads to all of its own schemas. */
function addNeighbours(document: Value): Value {
  const { paths = {}, components = {} } = document as Readonly<Record<string, Value>>;
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const all = { anyOf: Object.keys(schemas).map(ref) };
  return {
    ...document,
    paths: {
      "/neighbour": answer(ref("Neighbour")),
      ...paths,
      ...(Object.keys(schemas).length === 0 ? {} : { "/all": answer(all) }),
    },
    components: { ...components, schemas: { Neighbour: { type: "string" }, ...schemas } },
  };
}
