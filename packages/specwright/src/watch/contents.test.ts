import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
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

/** The names of the operations that are not the same after a change. */
function listChanged(changes: Changes, before: Changes = {}): readonly string[] {
  const first = findContents(buildModelFrom(document(before)));
  const second = findContents(buildModelFrom(document(changes)), first);
  return [...second.operations].flatMap(([name, each]) =>
    each === first.operations.get(name) ? [] : [name],
  );
}

test("another model of the same document has the same contents", () => {
  expect(listChanged({})).toEqual([]);
});

test("an operation changes with the schemas to which it leads, also in circles", () => {
  const user = { type: "object", properties: { name: { type: "string", description: "Hers" } } };
  expect(listChanged({ schemas: { User: user } })).toEqual(["listPets", "getUser"]);
  const pet = { type: "object", properties: { friend: ref("Pet") } };
  expect(listChanged({ schemas: { Pet: pet } })).toEqual(["listPets"]);
});

test("a schema that a discriminator chooses belongs to the content", () => {
  const any = {
    oneOf: [{ type: "string" }],
    discriminator: { propertyName: "a", mapping: { a: "Tag" } },
  };
  const paths = { "/any": { get: { operationId: "getAny", ...answer(ref("Any")) } } };
  const more = { paths, schemas: { Any: any, Tag: { type: "string", description: "Another" } } };
  expect(listChanged(more, { paths, schemas: { Any: any } })).toEqual(["getAny"]);
});

test("values of the document are compared whole, whatever their members are called", () => {
  const paths = { "/tags": { get: { operationId: "listTags", ...answer(ref("Tag")) } } };
  const other = { type: "string", example: { ref: { name: "b" } } };
  expect(listChanged({ paths, schemas: { Tag: other } }, { paths })).toEqual(["listTags"]);
});

test("a reference to a place without a name is never known to be the same", () => {
  const inner = answer({ $ref: "#/components/schemas/User/properties/name" });
  const more = { paths: { "/names": { get: { operationId: "getName", ...inner } } } };
  expect(listChanged(more, more)).toEqual(["getName"]);
});

test("a new schema and a tag change all operations, and a new operation changes no other", () => {
  const paths = { "/tags": { get: { operationId: "listTags", ...answer(ref("Tag")) } } };
  expect(listChanged({ paths })).toEqual(["listTags"]);
  expect(listChanged({ schemas: { New: { type: "string" } } })).toEqual(["listPets", "getUser"]);
  expect(listChanged({ tags: [{ name: "pets" }] })).toEqual(["listPets", "getUser"]);
});

test("undoing an edit is a change, too", () => {
  const changed = buildModelFrom(document({ schemas: { User: { type: "string" } } }));
  const all: Contents[] = [];
  for (const model of [buildModelFrom(document()), changed, buildModelFrom(document())]) {
    all.push(findContents(model, all.at(-1)));
  }
  expect(new Set(all.map(({ operations }) => operations.get("getUser"))).size).toBe(3);
});

test("a schema is the same as one of an earlier run that says the same, whatever its references lead to", () => {
  const user = { type: "object", properties: { name: { type: "string", description: "Hers" } } };
  const first = buildModelFrom(document());
  const second = buildModelFrom(document({ schemas: { User: user } }));
  const { isSame } = findContents(second, findContents(first));
  const pair = (name: string): unknown[] =>
    [first, second].map(({ components }) => components.schemas.get(name));
  expect(isSame(...(pair("Pet") as [unknown, unknown]))).toBe(true);
  expect(isSame(...(pair("User") as [unknown, unknown]))).toBe(false);
});

test("sets are compared by their items, and a member called `ref` need not be a reference", () => {
  const { isSame } = findContents(buildModelFrom(document()));
  expect(isSame({ names: new Set(["a"]) }, { names: new Set(["a"]) })).toBe(true);
  expect(isSame({ names: new Set(["a"]) }, { names: new Set(["b"]) })).toBe(false);
  expect(isSame({ ref: { filled: 1 } }, { ref: { filled: 1 } })).toBe(true);
  expect(isSame({ ref: { filled: 1 } }, { ref: { filled: 2 } })).toBe(false);
});
