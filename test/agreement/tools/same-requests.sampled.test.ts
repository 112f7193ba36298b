import { rm } from "node:fs/promises";
import { invoke } from "@specwright/runtime/v1/client";
import { type ApiTool, createToolSet, type ToolApi } from "@specwright/runtime/v1/tools";
import { Ajv2020 } from "ajv/dist/2020.js";
import { generate, type Model, type Operation } from "specwright";
import { afterAll, describe, expect, test } from "vitest";
import { loadModel } from "../../../packages/specwright/src/commands/load/load-model.ts";
import { layOutInput } from "../../../packages/specwright/src/emit/client/input-layout.ts";
import { buildClientOperation } from "../../../packages/specwright/src/emit/tools/calls/build-operation.ts";
import { largestSchema } from "../../../packages/specwright/src/emit/tools/input-schema.ts";
import {
  layOutArguments,
  type ToolArgument,
} from "../../../packages/specwright/src/emit/tools/lay-out-arguments.ts";
import { makeValue } from "../../../packages/specwright/src/verify/values/make-value.ts";
import { createRandom } from "../../../packages/specwright/src/verify/values/random.ts";
import { resolveInRoot, specFile } from "../../../scripts/support/paths.ts";
import { findNeed } from "../../support/needs.ts";
import { chooseAmount } from "../../support/samples.ts";

const folder = resolveInRoot(".cache/agreement-tools");
const corpus = findNeed("corpus");
const documents: readonly (readonly [string, string, number])[] = [
  ["our own document", resolveInRoot(specFile), 89],
  ...(corpus === undefined
    ? []
    : ([
        ["the museum", `${corpus}/museum.yaml`, 8],
        ["the trains", `${corpus}/train-travel.yaml`, 7],
        ["GitHub", `${corpus}/github.json`, 1_000],
      ] as const)),
];

afterAll(() => rm(folder, { recursive: true, force: true }));

interface GeneratedTools {
  readonly api: ToolApi;
}

type Client = Readonly<Record<string, unknown>>;

/** A request without what is random: the boundary of a multipart body and the idempotency key. */
interface Sent {
  readonly line: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

async function readSent(request: Request): Promise<Sent> {
  const [, boundary = "no boundary"] =
    /boundary=(.+)$/.exec(request.headers.get("content-type") ?? "") ?? [];
  const withoutBoundary = (text: string): string => text.replaceAll(boundary, "boundary");
  return {
    line: `${request.method} ${request.url}`,
    headers: [...request.headers].map(([name, value]) => [
      name,
      name === "idempotency-key" ? "random" : withoutBoundary(value),
    ]),
    body: withoutBoundary(await request.text()),
  };
}

/** Runs a call. Returns its request, or why nothing was sent. */
async function capture(
  call: (fetch: (request: Request) => Promise<Response>) => Promise<unknown>,
): Promise<Sent | string> {
  let sent: Sent | undefined;
  const problem = await call(async (request) => {
    sent = await readSent(request);
    return new Response(null, { status: 204 });
  }).then(String, String);
  return sent ?? problem;
}

/** An argument's value as the client takes it, and as a model writes it. */
function makeArgument({ schema, isBytes, name }: ToolArgument, seed: number): readonly unknown[] {
  if (isBytes) {
    const isList = schema.types?.includes("array") === true;
    const file = new File(["some bytes"], name);
    const text = btoa("some bytes");
    return isList ? [[file], [text]] : [file, text];
  }
  const value = makeValue(schema, { random: createRandom(seed), fullness: "most" });
  return [value, value];
}

describe.each(documents)("the tools of %s", async (name, path, least) => {
  const out = `${folder}/${name.replaceAll(" ", "-")}`;
  await rm(out, { recursive: true, force: true });
  await generate({ document: path, out, targets: ["tools"] });
  const { api }: GeneratedTools = await import(`${out}/tools/index.js`);
  const client: Client = await import(`${out}/client/index.js`);
  const { model } = loadModel(path);
  // GitHub has more than a thousand, of which one in sixteen is enough in a short run.
  const step = api.tools.length > 200 ? chooseAmount(16, 1) : 1;
  const operations = new Map(model.operations.map((operation) => [operation.name, operation]));

  test("have names, descriptions and arguments that model vendors accept", () => {
    expect(api.tools.length).toBeGreaterThanOrEqual(least);
    expect(new Set(api.tools.map((tool) => tool.name.toLowerCase())).size).toBe(api.tools.length);
    const names = api.tools.map((tool) => tool.name);
    expect(names.filter((each) => !/^[a-zA-Z0-9_-]{1,64}$/.test(each))).toEqual([]);
    const properties = api.tools.flatMap((tool) => Object.keys(tool.inputSchema.properties));
    expect(properties.filter((each) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(each))).toEqual([]);
    const lengths = api.tools.map(({ description }) => description.length);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_024);
  });

  test("have schemas of JSON Schema 2020-12 within the limit of bytes", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(api.tools.flatMap((tool) => findSchemaProblem(tool, ajv))).toEqual([]);
    // Compiling takes most of the time.
    for (const { name: own, inputSchema } of api.tools.filter((_, index) => index % step === 0)) {
      expect(() => ajv.compile(inputSchema), own).not.toThrow();
    }
  });

  test("send the requests of the generated client", async () => {
    const environment = Object.fromEntries(
      api.credentials.flatMap(({ variables }) => variables.map((each) => [each, "secret"])),
    );
    const auth = Object.fromEntries(
      api.credentials.map(({ scheme, variables }) => [
        scheme,
        variables.length === 1 ? "secret" : { username: "secret", password: "secret" },
      ]),
    );
    let compared = 0;
    for (const tool of api.tools.filter((_, index) => index % step === 0)) {
      const operation = findOperation(tool.operation, operations);
      const { list, needsBody } = layOutArguments(operation, layOutInput(operation));
      const values = list.map(
        (argument, index) => [argument, ...makeArgument(argument, index + 1)] as const,
      );
      const given = values.filter(([, value]) => value !== undefined);
      const args = Object.fromEntries(
        given.map(([argument, , written]) => [argument.name, written]),
      );
      const input: Record<string, unknown> = needsBody ? { body: {} } : {};
      for (const [
        {
          place: [first = "", second],
        },
        value,
      ] of given) {
        if (second === undefined) {
          input[first] = value;
        } else {
          input[first] = { ...(input[first] as object | undefined), [second]: value };
        }
      }
      const byTool = await capture(async (fetch) => {
        const set = createToolSet(api, { write: true, retries: 0, environment, fetch });
        const { text } = await set.call(tool.name, args);
        return text;
      });
      const byClient = await capture((fetch) =>
        callClient(
          client,
          tool.operation,
          { retries: 0, auth, fetch, baseUrl: api.baseUrl },
          input,
        ),
      );
      const byDocument = await capture((fetch) =>
        callBuilt(
          client,
          operation,
          model,
          { retries: 0, auth, fetch, baseUrl: api.baseUrl },
          input,
        ),
      );
      expect(byDocument, tool.name).toEqual(byClient);
      if (typeof byClient === "string") {
        // A value that a path cannot have: the tool says what the client throws.
        expect(byClient, tool.name).toContain(byTool);
      } else {
        expect(byTool, tool.name).toEqual(byClient);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan((0.9 * least) / step);
  });
});

function findOperation(name: string, operations: ReadonlyMap<string, Operation>): Operation {
  const found = operations.get(name);
  if (found === undefined) {
    throw new Error(`The document has no operation ${name}.`);
  }
  return found;
}

function findSchemaProblem({ name, inputSchema }: ApiTool, ajv: Ajv2020): readonly string[] {
  const bytes = Buffer.byteLength(JSON.stringify(inputSchema));
  return [
    ...(bytes > largestSchema ? [`${name} has ${bytes} bytes`] : []),
    ...(ajv.validateSchema(inputSchema) === true ? [] : [`${name}: ${ajv.errorsText()}`]),
  ];
}

function callClient(
  client: Client,
  name: string,
  options: object,
  input: object,
): Promise<unknown> {
  const { createTransport, [name]: operation } = client;
  if (typeof createTransport !== "function" || typeof operation !== "function") {
    throw new Error(`The client has no function ${name}.`);
  }
  return operation(createTransport(options), input);
}

function callBuilt(
  { createTransport }: Client,
  operation: Operation,
  model: Model,
  options: object,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (typeof createTransport !== "function") {
    throw new Error("The client has no transport.");
  }
  return invoke(createTransport(options), buildClientOperation(operation, model), input);
}
