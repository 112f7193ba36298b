import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadModel, type Model } from "specwright";
import { emitClient } from "../../../packages/specwright/src/emit/client/index.ts";
import { emitServer } from "../../../packages/specwright/src/emit/server/index.ts";
import { createTemplates } from "../../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitValidators } from "../../../packages/specwright/src/emit/validators/index.ts";
import type { OperationValidators } from "../../../packages/specwright/src/verify/validators.ts";

type Fetch = (request: Request) => Promise<Response>;

/** The members of a handler's input that are compared with the sent values. */
export interface HandlerInput {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly cookie?: object;
  readonly body?: unknown;
}

/** A document with its generated client, router and validators, ready to run. */
export interface Side {
  readonly model: Model;
  readonly validators: Readonly<Record<string, OperationValidators>>;
  /** Calls an operation of the generated client with its flat input. */
  readonly call: (name: string, input: object, fetch: Fetch) => Promise<unknown>;
  /** The generated router, whose handlers all give the same answer. */
  readonly createRouter: (answer: (input: HandlerInput) => object) => Fetch;
}

const render = createTemplates();

/** Generates and loads the packages of a document. @param folder An empty folder below the repository. */
export async function createSide(document: object, folder: string): Promise<Side> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "openapi.json");
  const head = { openapi: "3.1.0", info: { title: "a", version: "1" } };
  writeFileSync(file, JSON.stringify({ ...head, ...document }));
  const { model } = loadModel(file, { folder });
  const context = { model, command: "specwright generate", render, readWriteSplit: true };
  for (const emit of [emitClient, emitServer, emitValidators]) {
    for (const { path, content } of emit(context).files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
  }
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
  // The emitters wrote these modules above, and they have these shapes.
  const client = (await load("client/index.js")) as {
    readonly createTransport: (options: object) => object;
  };
  const server = (await load("server/index.js")) as {
    readonly createRouter: (options: object) => Fetch;
  };
  const { operations } = (await load("validators/operations.js")) as {
    readonly operations: Side["validators"];
  };
  const schemes = [
    ...new Set(
      model.operations.flatMap(({ security }) => security.flatMap((way) => [...way.keys()])),
    ),
  ];
  return {
    model,
    validators: operations,
    call: (name, input, fetch) => {
      const auth = Object.fromEntries(schemes.map((scheme) => [scheme, "secret"]));
      const transport = client.createTransport({
        baseUrl: "http://api.example.com",
        retries: 0,
        auth,
        fetch,
      });
      const operation: unknown = Reflect.get(client, name);
      if (typeof operation !== "function") {
        throw new Error(`The client has no function ${name}.`);
      }
      return Promise.resolve(operation(transport, input));
    },
    createRouter: (answer) =>
      server.createRouter({
        handlers: Object.fromEntries(model.operations.map(({ name }) => [name, answer])),
        security: Object.fromEntries(schemes.map((scheme) => [scheme, () => ({ id: "a" })])),
        validateResponses: true,
        // Only answers that fit the document are compared.
        onError: () => undefined,
      }),
  };
}
