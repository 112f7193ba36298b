import { join } from "node:path";
import { expect, test } from "vitest";
import type { Model } from "../../packages/specwright/src/document/model/model.ts";
import { emitClient } from "../../packages/specwright/src/emit/client/index.ts";
import { planClient } from "../../packages/specwright/src/emit/client/plan.ts";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitTypes } from "../../packages/specwright/src/emit/types/index.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import type { OutputFile } from "../../packages/specwright/src/output-file.ts";
import { createProject, openModel } from "../../packages/specwright/test/client-project.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { bodyDocument } from "./bodies/body-document.ts";

function emit(model: Model): readonly OutputFile[] {
  const context = {
    model,
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
  };
  return [emitTypes, emitClient, emitValidators, emitServer].flatMap(
    (emitTarget) => emitTarget(context).files,
  );
}

/**
 * Every word in the code that is generated for documents with all features, and the words that modules must not export.
 */
function listTakenNames(): readonly string[] {
  const models = [
    openModel(join(import.meta.dirname, "../injection/features.yaml")),
    openModel(bodyDocument),
  ];
  const words = models
    .flatMap(emit)
    .flatMap(
      ({ content }) =>
        content.replace(/^\s*(\/\/|\/?\*).*$/gm, "").match(/[A-Za-z_$][\w$]*/g) ?? [],
    );
  return [
    ...new Set([...words, "default", "then", "__proto__", "constructor", "schemas", "await"]),
  ];
}

/** A document in which, for each of these names, an operation, a tag, a schema and a property have the name. */
function buildNamesDocument(names: readonly string[]): object {
  return {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: Object.fromEntries(
      names.map((name, index) => [
        `/n/${index}`,
        {
          post: {
            operationId: name,
            tags: [name],
            parameters: [{ name, in: "query", schema: { type: "integer", default: 3 } }],
            requestBody: {
              required: true,
              content: { "application/json": { schema: referenceTo(name) } },
            },
            responses: {
              200: {
                description: "ok",
                headers: { "x-request-id": { schema: { type: "string" } } },
                content: { "application/json": { schema: referenceTo(name) } },
              },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: buildObject(
        names.map((name, index) => [
          name,
          { type: "object", properties: buildObject([[name, { const: index }]]), required: [name] },
        ]),
      ),
    },
  };
}

function referenceTo(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** Makes an object in which `__proto__` is an ordinary member, as in JSON. */
function buildObject(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** A program that calls each operation through the router and validates each value by the schema of its name. */
function writeProgram(
  names: readonly string[],
  functions: readonly string[],
  operations: readonly string[],
): string {
  return `
import * as client from "./client/index.js";
import * as validators from "./validators/index.js";
import { createRouter } from "./server/index.js";

const names: readonly string[] = ${JSON.stringify(names)};
const operations: readonly string[] = ${JSON.stringify(operations)};
const functions: readonly string[] = ${JSON.stringify(functions)};
const handler = ({ body }: any) => ({ status: 200, body });
const handlers: any = Object.fromEntries(operations.map((name) => [name, handler]));
const router = createRouter({ handlers });
const all: any = client;
const schemas: any = validators.schemas;
const fetch: any = (request: Request) => router(request, undefined);
const transport = client.createTransport({ baseUrl: "http://localhost", fetch });
const wrong: string[] = [];
for (const [index, name] of names.entries()) {
  const value = Object.fromEntries([[name, index]]);
  const answer = await all[functions[index] ?? ""](transport, { body: value }).catch(String);
  if (JSON.stringify(answer) !== JSON.stringify(value)) wrong.push(\`\${name}: \${JSON.stringify(answer)}\`);
  if (!schemas[name].safeParse(value).success) wrong.push(\`\${name} is refused\`);
  if (schemas[name].safeParse(Object.fromEntries([[name, -1]])).success) wrong.push(\`\${name} accepts anything\`);
}
console.log(JSON.stringify(wrong));
`;
}

test("every word of generated code is harmless as the name of an operation, a tag, a schema and a property", {
  timeout: 120_000,
}, async () => {
  const names = listTakenNames();
  expect(names.length).toBeGreaterThan(300);
  expect(names).toEqual(expect.arrayContaining(["createClient", "isApiError", "paths", "Number"]));
  const model = openModel(buildNamesDocument(names));
  const plan = planClient(model, "createApi");
  const byText = new Map(
    plan.modules.flatMap(({ operations }) =>
      operations.map(({ operation, listed }) => [operation.path, listed]),
    ),
  );
  for (const { operation, name } of plan.modules.flatMap(({ operations }) => operations)) {
    expect(name).toBe(operation.name);
  }
  const functions = names.map((_, index) => byText.get(`/n/${index}`) ?? "");
  const project = createProject(emit(model));
  const operations = model.operations.map(({ name }) => name);
  const text = writeProgram(names, functions, operations);
  expect(await project.compile({ "program.ts": text })).toBe("");
  expect(await project.run("program.ts", {})).toEqual([]);
});

test("operations named like imports or exports of the client keep their names", async () => {
  const names = ["call", "transport", "items", "Promise", "BinaryBody", "createClient", "ApiError"];
  const operation = (operationId: string): object => ({
    operationId,
    tags: ["all"],
    parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
    "x-pagination": { type: "page", items: "/list", page: "query.page" },
    responses: {
      200: {
        description: "",
        content: {
          "application/json": {
            schema: { type: "object", properties: { list: { type: "array", items: {} } } },
          },
        },
      },
    },
    callbacks: {
      [operationId]: {
        "{$request.query.url}": { post: { responses: { 204: { description: "" } } } },
      },
    },
  });
  const model = openModel({
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    servers: [{ url: "https://names.example.com" }],
    paths: Object.fromEntries(
      [...names, "sendCall"].map((name) => [`/${name}`, { get: operation(name) }]),
    ),
  });
  const { diagnostics, modules } = planClient(model, "createApi");
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    expect.stringContaining(
      "renamed: The operation `createClient` is exported by `client/index.js` as `createClientFunction`",
    ),
    expect.stringContaining(
      "renamed: The operation `ApiError` is exported by `client/index.js` as `apiErrorFunction`",
    ),
  ]);
  expect(modules.flatMap(({ operations }) => operations.map(({ name }) => name))).toEqual([
    ...names,
    "sendCall",
  ]);
  const project = createProject(emit(model));
  const text = `
import * as index from "./client/index.js";
import * as all from "./client/all.js";
import { ApiError, call, createApi, createTransport, itemsItems, transport as transportOperation } from "./client/index.js";
import { createClient } from "./client/all.js";

const asked: string[] = [];
const options = {
  retries: 0,
  fetch: async (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return Response.json({ list: request.url.endsWith("?page=1") ? [7] : [] });
  },
};
const transport = createTransport(options);
const { list }: { list?: unknown[] } = await call(transport, {});
await transportOperation(transport);
await createClient(transport);
await createApi(options).all.Promise();
await createApi(options).all.ApiError();
await index.apiErrorFunction(transport);
const items: unknown[] = [];
for await (const item of itemsItems(transport)) items.push(item);
const isError: boolean = new Error() instanceof ApiError;
const input: index.CallInput = {};
console.log(JSON.stringify({ asked, list, items, isError, input, exported: Object.keys(all).length }));
`;
  expect(await project.compile({ "program.ts": text })).toBe("");
  expect(await project.run("program.ts", {})).toEqual({
    asked: [
      "/call",
      "/transport",
      "/createClient",
      "/Promise",
      "/ApiError",
      "/ApiError",
      "/items",
      "/items",
    ],
    list: [],
    items: [7],
    isError: false,
    input: {},
    exported: 24,
  });
}, 60_000);
