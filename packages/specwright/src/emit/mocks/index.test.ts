import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../test/client-project.ts";
import { generateDefaults } from "../../../test/generate-defaults.ts";
import type { Model } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { createTemplates } from "../shared/print/templates.ts";
import type { EmitResult } from "../target.ts";
import { emitMocks } from "./index.ts";

function emitOnlyMocks(model: Model): EmitResult {
  const render = createTemplates({ targets: { types: '"../types/index.js"' } });
  return emitMocks({ model, command: "specwright generate", render, ...generateDefaults });
}

/** The generated mocks of a document, with the types and the client. */
function emitMockFiles(model: Model): readonly OutputFile[] {
  return [...emitFiles(model), ...emitOnlyMocks(model).files];
}

const json = (schema: object): object => ({
  description: "",
  content: { "application/json": { schema } },
});
/** The declarations of MSW need those of browsers. */
const lib = ["es2024", "dom", "dom.iterable", "dom.asynciterable"];
const pet = { $ref: "#/components/schemas/Pet" };
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com/v1" }],
  tags: [{ name: "pets" }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        tags: ["pets"],
        summary: "List pets",
        parameters: [
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
          { name: "limit", in: "query", schema: { type: "integer" } },
        ],
        responses: { 200: json({ type: "array", items: pet }) },
      },
      post: {
        operationId: "addPet",
        tags: ["pets"],
        requestBody: { required: true, content: { "application/json": { schema: pet } } },
        responses: { 201: json(pet) },
      },
    },
    "/pets/mine": {
      get: { operationId: "getMyPet", tags: ["pets"], responses: { 200: json(pet) } },
    },
    "/pets/{petId}": {
      get: {
        operationId: "getPet",
        tags: ["pets"],
        parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
        responses: {
          200: {
            description: "",
            content: {
              "application/json": {
                schema: pet,
                example: { id: 7, name: "Rex", kind: "dog", born: "2020-01-02" },
              },
            },
          },
          404: json({ $ref: "#/components/schemas/Problem" }),
        },
      },
    },
    "/pets/events": {
      get: {
        operationId: "watchPets",
        tags: ["pets"],
        responses: {
          200: {
            description: "",
            content: { "text/event-stream": { itemSchema: pet } },
          },
        },
      },
    },
    "/health": {
      get: {
        operationId: "getHealth",
        tags: ["pets"],
        responses: {
          200: json({
            type: "object",
            required: ["status"],
            properties: { status: { type: "integer", minimum: 1, maximum: 1 } },
          }),
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        description: "A pet.",
        required: ["id", "name", "kind", "born"],
        properties: {
          id: { type: "integer", minimum: 1 },
          name: { type: "string", minLength: 1, maxLength: 20 },
          kind: { enum: ["cat", "dog"] },
          born: { type: "string", format: "date" },
          code: { type: "string", pattern: "^P-[0-9]{4}$" },
          ownerEmail: { type: "string", format: "email" },
          parents: { type: "array", items: pet, maxItems: 2 },
          secret: { type: "string", writeOnly: true },
        },
      },
      Problem: {
        type: "object",
        required: ["title"],
        properties: { title: { type: "string", examples: ["Not found"] } },
      },
    },
  },
};

test("a factory is plain code that makes each member by its format, its pattern or its name", () => {
  const { files, diagnostics } = emitOnlyMocks(openModel(document));
  const factories = files.find(({ path }) => path === "mocks/factories.js")?.content ?? "";
  expect(diagnostics).toEqual([]);
  expect(factories.slice(factories.indexOf("/** A pet. */"))).toBe(`/** A pet. */
export function createPet(given, data) {
  return fakeObject(given, data, {
    id: fakeInteger(1, 99999),
    name: fakeWords,
    kind: fakeOneOf("cat", "dog"),
    born: fakeDate,
    code: fakeLike("P-", ["0123456789", 4, 4]),
    ownerEmail: fakeEmail,
    parents: fakeList(createPet, 0, 2),
    secret: fakeWords,
  }, { optional: ["code", "ownerEmail", "parents", "secret"], writeOnly: ["secret"] });
}

export function createProblem(given, data) {
  return fakeObject(given, data, {
    title: fakeOneOf("Not found"),
  });
}
`);
});

test("a mock describes its operation, and answers with the document's example or with a factory", () => {
  const { files } = emitOnlyMocks(openModel(document));
  const text = files.find(({ path }) => path === "mocks/pets.js")?.content ?? "";
  expect(text).toContain(`
export const mockGetPet = /* @__PURE__ */ mockOperation({
  method: "GET",
  path: "/pets/{petId}",
  except: ["/pets/mine", "/pets/events"],
  servers,
  decode: /* @__PURE__ */ decodePlainParameters([
    { name: "petId", in: "path", type: { type: "integer" } },
  ]),
  status: 200,
  answers: {
    200: { make: () => ({ id: 7, name: "Rex", kind: "dog", born: "2020-01-02" }) },
    404: { make: (data) => createProblem(undefined, data) },
  },
}, HttpHandler);
`);
  expect(text).toContain('const servers = ["https://pets.example.com/v1"];');
  expect(text).toContain("fakeList(createPet)(undefined, data)");
  expect(text).toContain('stream: /* @__PURE__ */ encodeMockStream("events"),');
});

test("an example of a header that follows from the body is not sent", () => {
  const model = openModel({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        get: {
          operationId: "read",
          responses: {
            200: {
              ...json({ type: "string" }),
              headers: {
                "Content-Length": { example: "279", schema: { type: "string" } },
                "X-Mode": { example: "gfm", schema: { type: "string" } },
              },
            },
          },
        },
      },
    },
  });
  const { files } = emitOnlyMocks(model);
  const text = files.map(({ content }) => content).join("");
  expect(text).toContain('headers: { "X-Mode": "gfm" }');
});

test("a schema of which no value can be made is reported, and its factory takes the whole value", () => {
  const schemas = {
    Endless: {
      type: "object",
      required: ["next"],
      properties: { next: { $ref: "#/components/schemas/Endless" } },
    },
    Never: { allOf: [{ type: "string" }, { type: "integer" }] },
    Shown: { not: { type: "string" }, type: ["string", "integer"], example: 5 },
    User: {
      type: "object",
      required: ["never"],
      properties: { never: { $ref: "#/components/schemas/Never" } },
    },
    Optional: {
      type: "object",
      properties: { a: { $ref: "#/components/schemas/Never" }, b: { type: "boolean" } },
    },
  };
  const { files, diagnostics } = emitOnlyMocks(
    openModel({ openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas } }),
  );
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "mock-not-made /components/schemas/Endless",
    "mock-not-made /components/schemas/Never",
    "mock-not-made /components/schemas/User",
  ]);
  const find = (path: string) => files.find((file) => file.path === path)?.content ?? "";
  expect(find("mocks/factories.d.ts")).toContain(
    "createNever(value: Never, data?: MockData): Never;",
  );
  expect(find("mocks/factories.js")).toContain("createUser(given, data) {\n  return given;\n}");
  expect(find("mocks/factories.js")).toContain("return fakeOneOf(5)(given, data);");
  expect(find("mocks/factories.js")).not.toContain("a: ");
});

test.each([
  { version: 2, installed: "msw-2", unhandled: "onUnhandledRequest" },
  { version: 3, installed: "msw", unhandled: "onUnhandledFrame" },
])(
  "mocks of MSW $version take typed overrides, refuse wrong ones, and answer the generated client",
  async ({ installed, unhandled }) => {
    const consumer = `
import { setupServer } from "msw/node";
import { faker } from "@faker-js/faker";
import { addPet, createTransport, getHealth, getMyPet, getPet, isApiError, listPets, watchPets } from "./client/index.js";
import {
  createHandlers, createMockData, createPet, createProblem, handlers, mockAddPet, mockGetHealth, mockGetPet, mockListPets,
  seed, useFaker,
} from "./mocks/index.js";

seed(42);
useFaker(faker);
useFaker(undefined);
const server = setupServer(...handlers);
server.listen({ ${unhandled}: "error" });
const api = createTransport();
const seen: unknown[] = [];
const names = (pets: readonly { readonly name: string }[]): readonly string[] => pets.map(({ name }) => name);
seen.push((await getPet(api, { petId: 1 })).name);
const mine = await getMyPet(api, {});
seen.push(JSON.stringify(mine) === JSON.stringify(await getMyPet(api, {})), "secret" in mine);

server.use(mockListPets(({ query }) => (query.tags ?? []).map((name) => createPet({ name, parents: [{ kind: "cat" }] }))));
seen.push(names(await listPets(api, { tags: ["a", "b,c"] })));
server.use(mockGetPet(({ params }) => ({ status: 200, body: createPet({ id: params.petId }), headers: { "x-a": 1 } })));
seen.push((await getPet(api, { petId: 12 })).id);
server.use(mockGetPet.error(404));
seen.push(await getPet(api, { petId: 1 }).catch((error: unknown) => isApiError(error) && [error.status, error.body]));
server.use(mockGetPet.error(404, createProblem({ title: "Gone" })));
seen.push(await getPet(api, { petId: 1 }).catch((error: unknown) => isApiError(error) && error.body));
server.use(mockAddPet(async ({ body, request }) => ({ ...body, name: body.name + String((await request.text()).length > 20) })));
seen.push((await addPet(api, { body: createPet({ name: "x" }) })).name);
const items: unknown[] = [];
for await (const { data } of await watchPets(api, {})) items.push(data.name);
seen.push(items.length > 1);
seen.push(await getHealth(api, {}));
server.use(mockGetHealth(() => ({ status: 200, body: { status: 1 } })));
seen.push(await getHealth(api, {}));

server.resetHandlers(...createHandlers({ baseUrl: "http://test.example/api/" }));
seen.push((await getPet(createTransport({ baseUrl: "http://test.example/api" }), { petId: 1 })).name);
server.close();
console.log(JSON.stringify(seen));

export const data = createMockData({ seed: 1, faker, direction: "request" });
// @ts-expect-error a wrong type of a member
createPet({ name: 5 });
// @ts-expect-error a member that the schema does not have
createPet({ nome: "Rex" });
// @ts-expect-error not all required members
mockGetPet(() => ({ name: "Rex" }));
// @ts-expect-error a status that the document does not have
mockGetPet(() => ({ status: 418 as const, body: createProblem() }));
// @ts-expect-error the body of another status
mockGetPet(() => ({ status: 404 as const, body: createPet() }));
// @ts-expect-error the document has no such error
mockGetPet.error(500, createProblem());
// @ts-expect-error a wrong body of an error
mockGetPet.error(404, { detail: "" });
// @ts-expect-error the document has no errors
mockListPets.error(404);
// @ts-expect-error a body that looks like an answer has to have its status
mockGetHealth(() => ({ status: 1 }));
mockListPets(({ query }) => {
  // @ts-expect-error it is a list
  const tag: string = query.tags;
  return tag === "" ? undefined : [];
});
mockGetPet(({ params }) => { params.petId.toFixed(); });
`;
    const project = createProject(emitMockFiles(openModel(document)), { lib }, { msw: installed });
    expect(await project.compile({ "consumer.ts": consumer })).toBe("");
    expect(await project.run("consumer.ts", {})).toEqual([
      "Rex",
      true,
      false,
      ["a", "b,c"],
      12,
      [404, { title: "Not found" }],
      { title: "Gone" },
      "xtrue",
      true,
      { status: 1 },
      { status: 1 },
      "Rex",
    ]);
  },
);

test("names and texts of the document that look like code stay harmless", async () => {
  const names = ["Error", "__proto__", "constructor", "class", "handlers", "a b", "a-b", "data"];
  const text = ["*/ `$", "{throw 1}` \u2028 throw 2 //"].join("");
  const hostile = {
    openapi: "3.1.0",
    info: { title: text, version: "1" },
    servers: [{ url: 'https://a.example/"+throw/' }],
    tags: [{ name: "index" }],
    paths: Object.fromEntries(
      names.map((name) => [
        `/${encodeURIComponent(name)}/{${name}}`,
        {
          get: {
            operationId: name,
            tags: ["index"],
            summary: text,
            parameters: [{ name, in: "path", required: true, schema: { type: "string" } }],
            responses: {
              200: json({ properties: { [name]: { enum: [text], description: text } } }),
              "4XX": json({ example: { [text]: text } }),
            },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        names.map((name) => [
          name,
          { description: text, type: "object", properties: { [name]: { const: text } } },
        ]),
      ),
    },
  };
  const project = createProject(emitMockFiles(openModel(hostile)), { lib });
  const consumer = `
import * as mocks from "./mocks/index.js";
const { createMockData, createHandlers, seed, useFaker, handlers, ...others } = mocks;
const made = Object.entries(others).filter(([name]) => name.startsWith("create")).map(([, create]) => Object.values((create as () => object)()).length);
console.log(JSON.stringify([handlers.length, made]));
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  expect(await project.run("consumer.ts", {})).toEqual([names.length, names.map(() => 1)]);
});
