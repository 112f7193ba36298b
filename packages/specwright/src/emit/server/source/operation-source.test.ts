import { expect, test } from "vitest";
import { createProject, openModel } from "../../../../test/client-project.ts";
import { ask, completeDocument, emitFiles } from "../../../../test/server-files.ts";

test("defaults, forms, media types, statuses and alternatives of security are typed and served as the document says", async () => {
  const project = createProject(emitFiles(openModel(fixture)));
  const consumer = `
import { createRouter } from "./server/index.js";
${ask}
const router = createRouter<{ tenant: string }, { a: string; b: number }>({
  security: { a: (credential) => credential, b: () => 5 },
  handlers: {
    createNode: ({ body, context }) => {
      const kind: string | undefined = body.kind;
      return { status: 200, body: { ...body, kind, title: context.tenant } };
    },
    sendForm: ({ body, principal }) => {
      const found: string | number | undefined = principal.a ?? principal.b;
      return { status: 418, body: { form: body, found } };
    },
    mixed: (input) => {
      switch (input.mediaType) {
        case "application/json": { const list: number[] = input.body; return { status: 202, headers: { "x-count": list.length } }; }
        case "text/plain": { const text: string = input.body; return { status: 200, body: text }; }
        case "application/octet-stream": { const bytes: ReadableStream<Uint8Array> = input.body; return { status: 200, body: bytes }; }
        default: { const nothing: undefined = input.body; return { status: 503, body: { nothing } }; }
      }
    },
  },
});
const inTenant = (request: Request) => router(request, { tenant: "t" });
const typed = (type: string, body: string) => ({ headers: { "content-type": type, "x-a": "secret" }, body });
console.log(JSON.stringify([
  await ask(inTenant, "POST /nodes", json({ children: [{}, { kind: "x" }], pet: { kind: "cat" } })),
  await ask(inTenant, "POST /form", typed("application/x-www-form-urlencoded", "n=5&list=1,2&deep=%7B%22x%22%3Atrue%7D")),
  await ask(inTenant, "POST /mixed", typed("application/json", "[1,2]")),
  await ask(inTenant, "POST /mixed", typed("text/plain", "text")),
  await ask(inTenant, "POST /mixed", typed("application/octet-stream", "bytes")),
  await ask(inTenant, "POST /mixed"),
]));
export function mistakes() {
  // @ts-expect-error the context is needed
  router(new Request("http://localhost/"));
}
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  expect(await project.run("consumer.ts", {})).toEqual([
    [
      200,
      {
        kind: "leaf",
        title: "t",
        options: { size: 1, color: "red" },
        pet: { kind: "cat", lives: 9 },
        children: [
          { kind: "leaf", options: { size: 1, color: "red" } },
          { kind: "x", options: { size: 1, color: "red" } },
        ],
      },
    ],
    [418, { form: { n: 5, list: [1, 2], deep: { x: true }, page: 1 }, found: "secret" }],
    [202, ""],
    [200, "text"],
    [200, "bytes"],
    [503, {}],
  ]);
});

const string = { type: "string" };
const object = (properties: object, more: object = {}): object => ({
  type: "object",
  properties,
  ...more,
});
const ok = (content: object): object => ({ 200: { description: "", content } });

const fixture = completeDocument({
  paths: {
    "/nodes": {
      post: {
        operationId: "createNode",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
        },
        responses: ok({ "application/json": { schema: { $ref: "#/components/schemas/Node" } } }),
      },
    },
    "/form": {
      post: {
        operationId: "sendForm",
        security: [{ a: [] }, { b: ["x"] }],
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: object(
                {
                  n: { type: "integer" },
                  list: { type: "array", items: { type: "integer" } },
                  deep: object({ x: { type: "boolean" } }),
                  page: { type: "integer", default: 1 },
                },
                { required: ["n"] },
              ),
              encoding: { list: { style: "form", explode: false } },
            },
          },
        },
        responses: { "4XX": { description: "", content: { "application/json": { schema: {} } } } },
      },
    },
    "/mixed": {
      post: {
        operationId: "mixed",
        requestBody: {
          content: {
            "application/json": { schema: { type: "array", items: { type: "number" } } },
            "text/plain": { schema: string },
            "application/octet-stream": {},
          },
        },
        responses: {
          200: { description: "", content: { "*/*": {} } },
          202: { description: "", headers: { "x-count": { schema: { type: "integer" } } } },
          default: {
            description: "",
            content: { "application/json": { schema: object({ nothing: {} }) } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      a: { type: "apiKey", in: "header", name: "x-a" },
      b: { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
    },
    schemas: {
      Node: {
        allOf: [{ $ref: "#/components/schemas/Base" }],
        ...object({
          title: string,
          pet: {
            oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
          },
          children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
          options: object(
            {
              size: { type: "integer", default: 1 },
              color: { $ref: "#/components/schemas/Color" },
            },
            { default: {} },
          ),
        }),
      },
      Base: object({ kind: { type: "string", default: "leaf" } }),
      Color: { type: "string", default: "red" },
      Cat: object({ kind: { const: "cat" }, lives: { default: 9 } }, { required: ["kind"] }),
      Dog: object({ kind: { const: "dog" }, barks: { default: true } }, { required: ["kind"] }),
    },
  },
});
