import type { Model } from "../src/document/model/model.ts";
import { emitServer } from "../src/emit/server/index.ts";
import { emitScaffold } from "../src/emit/server/scaffold.ts";
import { createTemplates } from "../src/emit/shared/print/templates.ts";
import { emitTypes } from "../src/emit/types/index.ts";
import { emitValidators } from "../src/emit/validators/index.ts";
import type { OutputFile } from "../src/output-file.ts";
import { generateDefaults } from "./generate-defaults.ts";

const createServerContext = (model: Model) => ({
  model,
  command: "specwright generate",
  render: createTemplates(),
  ...generateDefaults,
});

/** The generated server of a document, with the other files that it needs. */
export function emitFiles(model: Model): readonly OutputFile[] {
  const context = createServerContext(model);
  return [emitTypes, emitValidators, emitServer].flatMap((emit) => emit(context).files);
}

/** The emitter's warnings, by code. */
export function findWarnings(model: Model): readonly string[] {
  return emitServer(createServerContext(model)).diagnostics.map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );
}

/** The skeleton of handlers, in a folder beside the generated code. */
export function emitHandlers(model: Model): readonly OutputFile[] {
  const { files } = emitScaffold(createServerContext(model), "../server/index.js", ".ts");
  return files.map(({ path, content }) => ({ path: `handlers/${path}`, content }));
}

/** A document with these members, complete otherwise. */
export function completeDocument(members: object): Readonly<Record<string, unknown>> {
  return { openapi: "3.1.0", info: { title: "Test", version: "1" }, ...members };
}

/**
 * Code for consumers of a generated server: `ask` makes a request and returns status and body, `json` makes options for
 * a body, `key` is a header with a credential.
 */
export const ask = `
async function ask(router: (request: Request) => Promise<Response>, target: string, init: RequestInit = {}) {
  const [method = "", path = ""] = target.split(" ");
  const response = await router(new Request("http://localhost" + path, { method, ...init }));
  const text = await response.text();
  return [response.status, text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text];
}
const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { ...key, "content-type": "application/json" } });
const key = { authorization: "Basic " + btoa("me:pass") };
`;
