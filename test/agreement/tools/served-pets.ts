import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

/** The program of specwright. */
export const program: string = resolveInRoot("packages/specwright/bin/specwright.js");

const pet = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
const answer = { description: "Done.", content: { "application/json": { schema: {} } } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

/** Writes the document of the tests, `pets.json`, into a folder. */
export async function writePets(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const document = {
    openapi: "3.1.0",
    info: { title: "Pets API", version: "1.0.0" },
    security: [{ Key: [] }],
    components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-api-key" } } },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          tags: ["pets"],
          summary: "List pets",
          parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
          responses: { 200: answer },
        },
        post: {
          operationId: "createPet",
          tags: ["pets"],
          requestBody: { required: true, content: { "application/json": { schema: pet } } },
          responses: { 200: answer },
        },
      },
      "/pets/{id}": {
        parameters: [id],
        get: { operationId: "getPet", tags: ["pets"], responses: { 200: answer, 404: answer } },
        delete: {
          operationId: "deletePet",
          tags: ["keepers"],
          responses: { 204: { description: "Gone." } },
        },
        put: { operationId: "replacePet", "x-tool": false, responses: { 200: answer } },
      },
    },
  };
  await writeFile(`${folder}/pets.json`, JSON.stringify(document));
}

/** A process that serves tools over HTTP. */
export interface ServedTools {
  /** @throws Error with its output when it ends first */
  readonly url: Promise<string>;
  close(): Promise<void>;
}

/** Starts a process that serves tools over HTTP. */
export function serveTools(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ServedTools {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const found = /at (http:\/\/\S+)/.exec(printed);
      if (found?.[1] !== undefined) {
        resolve(found[1]);
      }
    });
    void ended.then(() => reject(new Error(`It ended with this output:\n${printed}`)));
  });
  return {
    url,
    close: () => {
      child.kill();
      return ended;
    },
  };
}

/** Posts a message with these headers, which `fetch` would not send. Returns the status of the answer. */
export function postMessage(
  port: number,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(message));
  });
}
