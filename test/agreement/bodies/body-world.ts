import { mkdir, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { bodyDocument } from "./body-document.ts";

export type Input = Readonly<Record<string, unknown>>;
type Operation = (transport: unknown, input?: Input, options?: Input) => Promise<unknown>;
type Service = (request: Request, context: unknown) => Promise<Response>;

interface Client {
  readonly createTransport: (options: object) => unknown;
  readonly createClient: (options: object) => {
    readonly QUERY: (path: string, init: object) => Promise<object>;
  };
  readonly part: (value: unknown, options: object) => unknown;
  readonly [operation: string]: unknown;
}

/** The code that was generated from the document of bodies, and the behaviour of its handlers. */
export interface BodyWorld {
  readonly client: Client;
  /** The input of the last handler. */
  received: Input;
  /** The answer of every handler. It is reset to 204 before each test. */
  answer: (input: Input) => unknown;
  readonly router: (options?: object) => Service;
  /** Calls an operation of the generated client, which sends its request to the generated router. */
  readonly call: (
    name: string,
    input?: Input,
    options?: Input,
    service?: Service,
  ) => Promise<unknown>;
  /** Calls it at a server. */
  readonly callAt: (url: string, name: string, input?: Input, options?: Input) => Promise<unknown>;
}

const names = [
  ...["upload", "form", "choice", "headers", "events", "chunks", "lines", "sequence"],
  ...["searchByQuerystring", "searchByQuery", "copySearch"],
];

/** Before the tests of a file, generates a client and a server into a folder of this name. */
export function useBodyWorld(name: string): BodyWorld {
  // Below the repository, so that the generated code finds its runtime.
  const folder = resolveInRoot(`.cache/agreement-bodies-${name}`);
  let client: Client;
  let createRouter: (options: object) => Service;

  beforeAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/document.json`, JSON.stringify(bodyDocument));
    const result = await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
    expect(result.diagnostics).toEqual([]);
    client = await import(`${folder}/out/client/index.js`);
    ({ createRouter } = await import(`${folder}/out/server/index.js`));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const world: BodyWorld = {
    get client() {
      return client;
    },
    received: {},
    answer: () => ({ status: 204 }),
    router: (options = {}) => {
      const handleInput = (input: Input): unknown => {
        world.received = input;
        return world.answer(input);
      };
      return createRouter({
        handlers: Object.fromEntries(names.map((name) => [name, handleInput])),
        security: {},
        validateResponses: true,
        onError: () => undefined,
        ...options,
      });
    },
    call: (name, input, options, service = world.router()) => {
      const transport = client.createTransport({
        baseUrl: "http://bodies.example.com",
        retries: 0,
        fetch: (request: Request) => service(request, undefined),
      });
      return (client[name] as Operation)(transport, input, options);
    },
    callAt: (baseUrl, name, input, options) =>
      (client[name] as Operation)(client.createTransport({ baseUrl, retries: 0 }), input, options),
  };

  beforeEach(() => {
    world.received = {};
    world.answer = () => ({ status: 204 });
  });

  return world;
}

/** Replaces files, also inside lists, by their content, class and media type. Other values are unchanged. */
export async function replaceFiles(value: unknown): Promise<unknown> {
  return value instanceof Blob
    ? `${value.constructor.name} ${value.type} ${await value.text()}`
    : Array.isArray(value)
      ? Promise.all(value.map(replaceFiles))
      : value;
}
