import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseAmount } from "../../../../test/support/samples.ts";
import { buildEditedDocument } from "../../test/edited-document.ts";
import type { Edit, JsonObject } from "../../test/random-edits.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { compareEdits } from "../../test/watching/compare-edits.ts";
import { compareRandomEdits } from "../../test/watching/compare-random-edits.ts";
import { loadModel } from "../commands/load/load-model.ts";
import type { Model } from "../document/model/model.ts";
import { createSession } from "./session.ts";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });

const settings = { scope: "@acme", name: "edited", version: "1.0.0" };

const seeds = [
  [1, {}, "json"],
  [3, { package: settings }, "json"],
  [4, {}, "yaml"],
] as const;

test.each(seeds.slice(0, chooseAmount(1, 3)))(
  "after any edits, a session generates the same files as a new run (%i, %j, %s)",
  { timeout: 300_000 },
  async (seed, options, format) => {
    const edits = chooseAmount(12, 50);
    const { failed, changed } = await compareRandomEdits(seed, options, format, edits);
    expect(failed).toBeGreaterThan(chooseAmount(0, 2));
    expect(changed).toBeGreaterThan(chooseAmount(3, 15));
  },
);

test("edits of a document of several files are followed, also in those that are new, gone or broken", async () => {
  const files = {
    "api.yaml":
      "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths:\n  /pets: {$ref: paths/pets.yaml}\n" +
      "components: {schemas: {Own: {type: string}}}\n",
    "paths/pets.yaml":
      "get:\n  operationId: listPets\n  responses:\n    '200':\n      description: ok\n" +
      "      content: {application/json: {schema: {$ref: ../schemas/Pet.json}}}\n",
    "schemas/Pet.json": '{"type": "object", "properties": {"owner": {"$ref": "Owner.json"}}}',
    "schemas/Owner.json": '{"type": "object", "properties": {"name": {"type": "string"}}}',
    "schemas/Other.json": '{"type": "object", "properties": {"pet": {"$ref": "Pet.json"}}}',
  };
  const pet = files["schemas/Pet.json"];
  const edits: Edit[] = [
    { file: "schemas/Owner.json", text: '{"type": "string"}', what: "another type" },
    { file: "schemas/Pet.json", text: pet.replace("Owner", "Other"), what: "another file" },
    {
      file: "schemas/Pet.json",
      text: pet.replace("Owner", "Nobody"),
      what: "a file that is missing",
    },
    { file: "schemas/Other.json", text: "{", what: "broken, but not read" },
    {
      file: "schemas/Pet.json",
      text: pet.replace("Owner", "Other"),
      what: "leads to what is broken",
    },
    { file: "schemas/Other.json", text: files["schemas/Other.json"], what: "mended" },
    {
      file: "schemas/Pet.json",
      text: pet.replace("owner", "keeper"),
      what: "a property is renamed",
    },
    { file: "api.yaml", text: files["api.yaml"].replace("Own:", "Pet:"), what: "a name is taken" },
    { file: "api.yaml", text: files["api.yaml"].replace("title: a", "title: b"), what: "a title" },
    { file: "api.yaml", text: "openapi: 3.1.0\ninfo: [", what: "broken YAML" },
    { file: "api.yaml", text: files["api.yaml"], what: "as it was" },
  ];
  expect(await compareEdits(files, "api.yaml", edits)).toEqual({ failed: 4, changed: 6 });
});

test("edits of parts that are merged into several places of two files are followed", async () => {
  const files = {
    "api.yaml":
      "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths:\n  /pets:\n    get:\n      operationId: listPets\n" +
      "      responses:\n        '200':\n          description: ok\n" +
      "          content: {application/json: {schema: {$ref: 'schemas.yaml#/Pet'}}}\n",
    "schemas.yaml":
      "Base: &base\n  type: object\n  properties: &properties\n    id: {type: string}\n" +
      "Pet:\n  <<: *base\n  properties:\n    <<: *properties\n    owner: {$ref: '#/Owner'}\n" +
      "Owner:\n  <<: *base\n  required: [id]\n",
  };
  const text = files["schemas.yaml"];
  const edits: Edit[] = [
    { text: text.replace("{type: string}", "{type: integer}"), what: "a merged member" },
    { text: text.replace("<<: *properties", "<<: 3"), what: "nothing that can be merged" },
    { text: text.replace("    <<: *properties\n", ""), what: "one merge less" },
    { text: text.replace("id: {type: string}", "id: 7"), what: "wrong in what is merged" },
    { text, what: "as it was" },
  ].map((edit) => ({ file: "schemas.yaml", ...edit }));
  expect(await compareEdits(files, "api.yaml", edits)).toEqual({ failed: 2, changed: 3 });
});

test.each([undefined, "brackets"] as const)(
  "edits of formats of lists and of security, far from what they change, are followed (arrayFormat: %s)",
  async (arrayFormat) => {
    const texts = { type: "array", items: { type: "string" } };
    const tags = { name: "tags", in: "query", schema: texts };
    const form = { schema: { type: "object", properties: { tags: texts } } };
    const write = (
      operation: object,
      parts: { parameter?: object; form?: object; root?: object },
    ): string =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        ...parts.root,
        paths: {
          "/a": {
            post: {
              operationId: "addA",
              parameters: [{ $ref: "#/components/parameters/Tags" }],
              requestBody: { $ref: "#/components/requestBodies/Form" },
              responses: { 200: { description: "" } },
              ...operation,
            },
          },
          "/b": {
            get: {
              operationId: "getB",
              parameters: [{ $ref: "#/components/parameters/Tags" }],
              responses: { 200: { description: "" } },
            },
          },
        },
        components: {
          parameters: { Tags: { ...tags, ...parts.parameter } },
          requestBodies: {
            Form: { content: { "application/x-www-form-urlencoded": { ...form, ...parts.form } } },
          },
          securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } },
        },
      });
    const indices = { "x-array-format": "indices" };
    const edits: Edit[] = [
      { text: write(indices, {}), what: "a format of the operation" },
      {
        text: write(indices, { parameter: { "x-array-format": "repeat" } }),
        what: "of the parameter",
      },
      { text: write({}, { form: indices }), what: "of the form" },
      { text: write({ security: [] }, { form: indices }), what: "security of an operation" },
      { text: write({}, { form: indices, root: { security: [{ Key: [] }] } }), what: "of all" },
      { text: write({}, {}), what: "as it was" },
    ].map((edit) => ({ file: "api.json", ...edit }));
    const files = { "api.json": write({}, {}) };
    const options = arrayFormat === undefined ? {} : { arrayFormat };
    expect(await compareEdits(files, "api.json", edits, options)).toEqual({
      failed: 0,
      changed: 6,
    });
  },
);

test("a mistake in a shared part is reported also when the first of its users is gone", async () => {
  const callbacks = { gone: { $ref: "#/components/callbacks/Gone" } };
  const operation = (more: object): object => ({
    responses: { 200: { description: "" } },
    ...more,
  });
  const schema = { type: "object", properties: { a: "wrong" } };
  const gone = { "{$request.query.url}": { post: operation({ requestBody: json(schema) }) } };
  const write = (first: object, second: object): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: { "/a": { get: operation(first) }, "/b": { get: operation(second) } },
      components: { callbacks: { Gone: gone } },
    });
  const edits = [
    { file: "api.json", text: write({ callbacks }, { callbacks }), what: "wrong twice" },
    { file: "api.json", text: write({}, { callbacks }), what: "wrong once" },
    { file: "api.json", text: write({}, {}), what: "not used" },
  ];
  const files = { "api.json": write({}, {}) };
  expect(await compareEdits(files, "api.json", edits)).toEqual({ failed: 2, changed: 0 });
});

test("a warning about a header that is also read as a schema stays after an edit elsewhere", async () => {
  const write = (title: string): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title, version: "1" },
      paths: {
        "/a": {
          get: {
            responses: {
              200: { description: "", ...json({ $ref: "#/components/headers/Kind" }) },
            },
          },
        },
      },
      components: { headers: { Kind: { required: true, schema: { type: "string" } } } },
    });
  const edits = ["first", "second"].map((title) => ({
    file: "api.json",
    text: write(title),
    what: title,
  }));
  const { failed } = await compareEdits({ "api.json": write("t") }, "api.json", edits);
  expect(failed).toBe(0);
});

test("edits of named parts are followed: $id, anchors, $self, and copies of the network", async () => {
  const write = (document: JsonObject): string => `${JSON.stringify(document, undefined, 2)}\n`;
  const pet = {
    $id: "https://schemas.example.com/pet.json",
    type: "object",
    properties: { owner: { $ref: "owner.json" }, toy: { $ref: "#toy" } },
    $defs: { toy: { $anchor: "toy", type: "string" } },
  };
  const owner = { type: "object", properties: { name: { type: "string" } } };
  const document = buildEditedDocument();
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  const text = schemas.Text;
  // Each call returns the whole document with one more change, or with one change undone.
  const differ = (change: (root: JsonObject, all: Record<string, unknown>) => void): string => {
    change(document, schemas);
    return write(document);
  };
  const first = write(document);
  const api = (what: string, change: Parameters<typeof differ>[0]): Edit => ({
    file: "api.json",
    text: differ(change),
    what,
  });
  const edits: Edit[] = [
    api("a schema with an $id and an anchor, which refers to a copy", (_, all) => {
      all.Named = pet;
    }),
    api("another text", (root) => {
      root.info = { title: "Named", version: "2" };
    }),
    { file: "copies/owner.json", text: write({ ...owner, minProperties: 1 }), what: "the copy" },
    { file: "copies/owner.json", text: "{", what: "a broken copy" },
    { file: "copies/owner.json", text: write(owner), what: "a mended copy" },
    api("a schema that refers to the $id", (_, all) => {
      all.Text = { $ref: "https://schemas.example.com/pet.json#toy" };
    }),
    api("another $id, so that the reference leads to no file", (_, all) => {
      all.Named = { ...pet, $id: "https://schemas.example.com/other.json" };
    }),
    api("the $id as it was, and another anchor", (_, all) => {
      all.Named = { ...pet, $defs: { toy: { $anchor: "toys", type: "integer" } } };
    }),
    api("the anchor as it was, which is dynamic", (_, all) => {
      all.Named = { ...pet, $defs: { toy: { $dynamicAnchor: "toy", type: "integer" } } };
    }),
    api("a dynamic reference", (_, all) => {
      all.Text = { $dynamicRef: "https://schemas.example.com/pet.json#toy" };
    }),
    api("no names any more", (_, all) => {
      all.Text = text;
      delete all.Named;
    }),
    api("a name for the document", (root) => {
      Object.assign(root, { openapi: "3.2.0", $self: "https://schemas.example.com/api/api.json" });
    }),
    api("a reference that is relative to it", (_, all) => {
      all.Text = { $ref: "../owner.json" };
    }),
    api("a name from where it leads nowhere", (root) => {
      root.$self = "https://other.example.com/api.json";
    }),
    api("everything as it was", (root, all) => {
      all.Text = text;
      Object.assign(root, { openapi: "3.1.0", info: { title: "Edited", version: "1" } });
      delete root.$self;
    }),
    api("the dialect", (root) => {
      root.jsonSchemaDialect = "http://json-schema.org/draft-07/schema#";
    }),
    api("a reference to a metaschema", (_, all) => {
      all.Text = { $ref: "https://json-schema.org/draft/2020-12/schema" };
    }),
    api("into the middle of a component", (_, all) => {
      all.Text = { $ref: "#/components/schemas/User/properties/account" };
    }),
    api("what it leads to", (_, all) => {
      all.User = { ...(all.User as JsonObject), properties: { account: { type: "integer" } } };
    }),
    api("what it leads to is gone", (_, all) => {
      all.User = { type: "object", properties: { other: { type: "integer" } } };
    }),
    api("mended", (_, all) => {
      all.Text = text;
    }),
  ];
  const files = { "api.json": first, "copies/owner.json": write(owner) };
  const remotes = { "https://schemas.example.com/": "copies" };
  const { failed, changed } = await compareEdits(files, "api.json", edits, { remotes });
  expect(failed).toBeGreaterThan(3);
  expect(changed).toBeGreaterThan(10);
});

test("parts that an edit does not reach are kept, until a schema has an identifier", () => {
  const folder = makeTemporaryFolder();
  const path = join(folder, "api.json");
  const session = createSession();
  const document = buildEditedDocument();
  const load = (value: unknown): Model => {
    writeFileSync(path, JSON.stringify(value, undefined, 2));
    return loadModel("api.json", { folder }, session).model;
  };
  const find = ({ components, paths }: Model): readonly unknown[] => [
    components.schemas.get("Text"),
    components.schemas.get("Dog"),
    paths.find(({ path }) => path === "/users"),
  ];
  const listChanged = (before: Model, after: Model): readonly number[] =>
    find(after).flatMap((part, index) => (part === find(before)[index] ? [] : [index]));
  const first = load(document);
  document.info = { title: "Another", version: "2" };
  const second = load(document);
  expect(second.info.title).toBe("Another");
  expect(listChanged(first, second)).toEqual([]);

  const { schemas } = document.components as { schemas: Record<string, JsonObject> };
  schemas.User = { ...schemas.User, description: "Anybody" };
  const third = load(document);
  const dog = third.components.schemas.get("Dog");
  expect(listChanged(second, third)).toContain(1);
  expect(listChanged(second, third)).not.toContain(0);
  expect(dog?.properties?.get("owner")?.ref?.target.description).toBe("Anybody");
  expect(dog?.properties?.get("kind")).toBe(
    first.components.schemas.get("Dog")?.properties?.get("kind"),
  );

  schemas.Text = { ...schemas.Text, $anchor: "text" };
  load(document);
  expect(load(document).components.schemas.get("Dog")).not.toBe(dog);
});

test("a reference leads to the edited component also when that is not an object", () => {
  const folder = makeTemporaryFolder();
  const session = createSession();
  const load = (any: unknown): unknown => {
    const some = { properties: { any: { $ref: "#/components/schemas/Any" } } };
    const components = { schemas: { Any: any, Some: some } };
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      components,
    });
    writeFileSync(join(folder, "api.json"), text);
    const { schemas } = loadModel("api.json", { folder }, session).model.components;
    return schemas.get("Some")?.properties?.get("any")?.ref?.target.boolean;
  };
  expect([true, false, { type: "string" }, null].map(load)).toEqual([true, false, undefined, true]);
});
