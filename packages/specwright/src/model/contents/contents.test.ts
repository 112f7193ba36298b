import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import type { Schema } from "../model.ts";
import { type Contents, findContents } from "./contents.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const answer = (schema: object): object => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});

interface Changes {
  readonly schemas?: Readonly<Record<string, object>>;
  readonly paths?: Readonly<Record<string, object>>;
  readonly tags?: readonly object[];
}

function document({
  schemas = {},
  paths = {},
  tags = [],
}: Changes = {}): Readonly<Record<string, unknown>> {
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    tags,
    paths: {
      "/pets": {
        get: { operationId: "listPets", ...answer({ type: "array", items: ref("Pet") }) },
      },
      "/users": { get: { operationId: "getUser", ...answer(ref("User")) } },
      ...paths,
    },
    components: {
      schemas: {
        Pet: { type: "object", properties: { owner: ref("User"), friend: ref("Pet") } },
        User: { type: "object", properties: { name: { type: "string" } } },
        Tag: { type: "string", example: { ref: { name: "a" } } },
        ...schemas,
      },
    },
  };
}

/** The names of the parts that are not the same after a change. */
function listChanged(changes: Changes, before: Changes = {}): readonly string[] {
  const first = findContents(buildModelFrom(document(before)));
  const second = findContents(buildModelFrom(document(changes)), first);
  const differ = (kind: "operations" | "schemas"): string[] =>
    [...second[kind]].flatMap(([name, each]) => (each === first[kind].get(name) ? [] : [name]));
  const all = [...differ("operations"), ...differ("schemas")];
  return second.document === first.document ? all : ["document", ...all];
}

test("another model of the same document has the same contents", () => {
  expect(listChanged({})).toEqual([]);
});

test("an operation and a schema change with the schemas to which they lead, also in circles", () => {
  const user = { type: "object", properties: { name: { type: "string", description: "Hers" } } };
  expect(listChanged({ schemas: { User: user } })).toEqual(["listPets", "getUser", "Pet", "User"]);
  const pet = { type: "object", properties: { friend: ref("Pet") } };
  expect(listChanged({ schemas: { Pet: pet } })).toEqual(["listPets", "Pet"]);
});

test("a schema that a discriminator chooses belongs to the content", () => {
  const any = {
    oneOf: [{ type: "string" }],
    discriminator: { propertyName: "a", mapping: { a: "Tag" } },
  };
  const more = { schemas: { Any: any, Tag: { type: "string", description: "Another" } } };
  expect(listChanged(more, { schemas: { Any: any } })).toEqual(["Tag", "Any"]);
});

test("values of the document are compared whole, whatever their members are called", () => {
  const other = { type: "string", example: { ref: { name: "b" } } };
  expect(listChanged({ schemas: { Tag: other } })).toEqual(["Tag"]);
});

test("a reference to a place without a name is never known to be the same", () => {
  const inner = answer({ $ref: "#/components/schemas/User/properties/name" });
  const more = { paths: { "/names": { get: { operationId: "getName", ...inner } } } };
  expect(listChanged(more, more)).toEqual(["getName"]);
});

test("a new schema and a tag change the facts that all parts share, and a new operation does not", () => {
  const paths = { "/tags": { get: { operationId: "listTags", ...answer(ref("Tag")) } } };
  expect(listChanged({ paths })).toEqual(["listTags"]);
  expect(listChanged({ schemas: { New: { type: "string" } } })).toEqual(["document", "New"]);
  expect(listChanged({ tags: [{ name: "pets" }] })).toEqual(["document"]);
});

test("undoing an edit is a change, too", () => {
  const changed = buildModelFrom(document({ schemas: { User: { type: "string" } } }));
  const all: Contents[] = [];
  for (const model of [buildModelFrom(document()), changed, buildModelFrom(document())]) {
    all.push(findContents(model, all.at(-1)));
  }
  expect(new Set(all.map(({ schemas }) => schemas.get("User"))).size).toBe(3);
  expect(new Set(all.map(({ schemas }) => schemas.get("Tag"))).size).toBe(1);
});

test("a schema is represented by the earliest one that says the same, whatever its references lead to", () => {
  const user = { type: "object", properties: { name: { type: "string", description: "Hers" } } };
  const models = [{}, { schemas: { User: user } }, { schemas: { User: user } }].map((changes) =>
    buildModelFrom(document(changes)),
  );
  const all: Contents[] = [];
  for (const model of models) {
    all.push(findContents(model, all.at(-1)));
  }
  const represent = (run: number, name: string): unknown => {
    const schema = models[run]?.components.schemas.get(name);
    return schema && all[run]?.represent(schema);
  };
  expect(represent(2, "Pet")).toBe(models[0]?.components.schemas.get("Pet"));
  expect(represent(2, "User")).toBe(models[1]?.components.schemas.get("User"));
});

test("a schema that a target made is represented by the one of an earlier run with the same key", () => {
  const [first, second, third] = [1, 1, 2].map((maximum): Schema => {
    const page = { location: { file: "a", pointer: "" }, maximum };
    return { location: { file: "a", pointer: "/query" }, properties: new Map([["page", page]]) };
  });
  let contents: Contents | undefined;
  const represented = [first, second, third].map((schema) => {
    contents = findContents(buildModelFrom(document()), contents);
    contents.recognize("listPets query", schema as Schema);
    return contents.represent(schema as Schema);
  });
  expect(represented.map((each) => [first, second, third].indexOf(each))).toEqual([0, 0, 2]);
});
