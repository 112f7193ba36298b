/** Programs of consumers. They print `ok` when everything works, and fail otherwise. */

const modules = [
  "client",
  "parameters",
  "schema",
  "server",
  "node",
  "hono",
  "express",
  "fastify",
  "webhooks",
  "callbacks",
];

const agreement = `
const note = { id: "9b2e4f6a-1c3d-4e5f-8a7b-0c1d2e3f4a5b", text: "Buy milk.", created_at: "2026-01-31T09:30:00Z" };
const router = createRouter({
  handlers: {
    listNotes: ({ query }) => ({ status: 200, body: [note].slice(0, query.limit) }),
    createNote: ({ body }) => ({ status: 201, body: { ...note, text: body.text } }),
    getNote: () => ({ status: 404, body: { message: "No note has this id." } }),
  },
});
const transport = createTransport({ baseUrl: "http://localhost:3000", fetch: (request) => router(request) });
assert.deepEqual(await listNotes(transport), [note]);
const created = await createNote(transport, { body: { text: "Call home." } });
assert.equal(created.text, "Call home.");
await assert.rejects(createNote(transport, { body: { text: "" } }), (error) => isApiError(error) && error.status === 400);
assert.equal(schemas.Note.safeParse(note).success, true);
assert.equal(schemas.Note.safeParse({ ...note, id: 1 }).success, false);
`;

const imports = `import assert from "node:assert/strict";
import { createNote, createTransport, isApiError, listNotes } from "@example/notes-client";
import { createRouter } from "@example/notes-server";
import { schemas } from "@example/notes-validators";
`;

/** Every module of every package, and the packages of a small API together. */
export const useFromJavaScript: string = `${imports}
import { generate, types as typesOf } from "specwright";
${["types", "client", "validators", "server"]
  .map((target) => `import * as ${target} from "@example/platform-${target}";`)
  .join("\n")}
import "@example/notes-types";
${agreement}
assert.equal(typeof generate, "function");
assert.match(typesOf({ document: "openapi.json" }).text, /export type paths/);
assert.deepEqual(Object.keys({ ...(await import("@example/platform-types")) }), []);
assert.equal(typeof client.createApi, "function");
assert.equal(typeof server.createRouter, "function");
assert.equal(validators.schemas.Toolkit.safeParse({}).success, false);
for (const name of ${JSON.stringify(modules)}) {
  assert.notEqual(Object.keys(await import("@specwright/runtime/v1/" + name)).length, 0);
}
const inner = "@specwright/runtime/v1/client/api-error";
await assert.rejects(import(inner), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
console.log("ok");
`;

/** As above, with types. */
export const useFromTypeScript: string = `${imports}
import type { components, paths } from "@example/notes-types";
import type { components as PlatformComponents } from "@example/platform-types";
import { createApi, type Api } from "@example/platform-client";
import { type Handlers, createRouter as createPlatformRouter } from "@example/platform-server";
import { Toolkit, schemas as platformSchemas } from "@example/platform-validators";
import { type GenerateResult, generate } from "specwright";
${modules.map((name) => `import * as ${name}Module from "@specwright/runtime/v1/${name}";`).join("\n")}
${agreement.replace("const note =", 'const note: components["schemas"]["Note"] =')}
export const modules = [${modules.map((name) => `${name}Module`).join(", ")}];
export const path: keyof paths = "/notes/{note_id}";
export const api: Api = createApi({ auth: { ProjectKey: "key" } });
export const result: Promise<GenerateResult> = generate({ document: "openapi.yaml", out: "generated" });
export const toolkit: PlatformComponents["schemas"]["Toolkit"] = Toolkit.parse(platformSchemas.Toolkit.parse({}));
export type Names = keyof Handlers;
export const name: Names = "getToolkit";
export { createPlatformRouter };
`;

/** Loads every package from CommonJS, which can load ES modules since Node 20.19 and 22.12. */
export const requireFromCommonJs: string = `const assert = require("node:assert/strict");
const { createNote, createTransport, isApiError, listNotes } = require("@example/notes-client");
const { createRouter } = require("@example/notes-server");
const { schemas } = require("@example/notes-validators");
assert.equal(typeof require("@specwright/runtime/v1/node").createNodeListener, "function");
(async () => {${agreement}
console.log("ok");
})();
`;

/** A small API's packages together, with types. */
export const runFromTypeScript: string = `${imports}
import type { components } from "@example/notes-types";
${agreement.replace("const note =", 'const note: components["schemas"]["Note"] =')}
console.log("ok");
`;

/** The same from CommonJS. */
export const requireFromTypeScript: string = `import { createTransport, listNotes } from "@example/notes-client";
import type { components } from "@example/notes-types";
import { schemas } from "@example/notes-validators";
const answer = Response.json([]);
listNotes(createTransport({ baseUrl: "http://localhost:3000", fetch: async () => answer })).then(
  (notes: readonly components["schemas"]["Note"][]) => {
    if (notes.length === 0 && !schemas.Note.safeParse({}).success) console.log("ok");
  },
);
`;

/** Each line is an error: a package whose types were not found would be \`any\`, and none would be. */
export const misuse: string = `import type { components } from "@example/notes-types";
import { createTransport, listNotes } from "@example/notes-client";
import { schemas } from "@example/notes-validators";

export const text: components["schemas"]["Note"]["text"] = 1;
export const notes: number = await listNotes(createTransport());
export const note: number = schemas.Note.parse({});
`;

/** The packages that run in browsers. */
export const useInBrowser: string = `import { createTransport, isApiError, listNotes } from "@example/notes-client";
import * as types from "@example/notes-types";
import { schemas } from "@example/notes-validators";
import { createApi } from "@example/platform-client";
import { Toolkit } from "@example/platform-validators";

const fetch = async () => Response.json([]);
const notes = await listNotes(createTransport({ fetch }));
const isGood = Object.keys(types).length === 0 && notes.length === 0 && !isApiError(notes) && !schemas.Note.safeParse({}).success;
console.log(isGood && !Toolkit.safeParse({}).success && createApi({ fetch }).toolkits !== undefined ? "ok" : "wrong");
`;
