import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { setupServer } from "msw/node";
import type { GenerateOptions } from "../../../packages/specwright/src/commands/generate-options.ts";
import type {
  Model,
  Operation,
  Schema,
} from "../../../packages/specwright/src/document/model/model.ts";
import { layOutInput } from "../../../packages/specwright/src/emit/client/input-layout.ts";
import {
  buildComponentRecipe,
  buildRecipe,
} from "../../../packages/specwright/src/emit/mocks/recipes/building/build-recipe.ts";
import { sampleRecipe } from "../../../packages/specwright/src/emit/mocks/recipes/run-recipe.ts";
import { classifyMediaType } from "../../../packages/specwright/src/emit/shared/bodies/media-kind.ts";
import { generate, loadModel } from "../../../packages/specwright/src/index.ts";
import { createTestPattern } from "../../../packages/specwright/src/text/test-pattern.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { collectItems, isStream } from "../example-input.ts";

/** The part of a validator that these tests use. */
interface AnySchema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: unknown };
}

type AnyFunction = (...values: readonly unknown[]) => unknown;

/** The generated code of a document. */
export interface OpenedMocks {
  readonly model: Model;
  readonly out: string;
  /** The factories of components, by the component's name. */
  readonly factories: ReadonlyMap<string, AnyFunction>;
  readonly mocks: Readonly<Record<string, unknown>>;
  readonly schemas: Readonly<Record<string, AnySchema | undefined>>;
  readonly client: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly { readonly code: string }[];
  /** Calls an operation through the generated client at a server of MSW. Returns the problems of the answer. */
  readonly callOperation: (operation: Operation) => Promise<readonly string[]>;
}

/** Generates the code of a document below the repository, where it finds the runtime, and imports it. */
export async function openMocks(
  name: string,
  document: string,
  settings: Pick<GenerateOptions, "values"> = {},
): Promise<OpenedMocks> {
  const out = resolveInRoot(`.cache/mocks/${name}`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const targets = ["client", "validators", "mocks"] as const;
  const { diagnostics } = await generate({ ...settings, document, out, targets });
  const { model } = await loadModel(document);
  const open = (path: string): Promise<Record<string, never>> => import(join(out, path));
  const mocks = await open("mocks/index.js");
  const client = await open("client/index.js");
  const validators = await open("validators/index.js");
  // With conversions, that module has the factories of what is sent.
  const written = ["wire.js", "factories.js"].map((file) => join(out, "mocks", file));
  const text = readFileSync(written.find((file) => existsSync(file)) ?? "", "utf8");
  const exported = [...text.matchAll(/^export function (\w+)/gm)].map(([, each = ""]) => each);
  const factories = new Map(
    [...model.components.schemas.keys()].map((component, index): [string, AnyFunction] => [
      component,
      mocks[exported[index] ?? ""] as unknown as AnyFunction,
    ]),
  );
  const callOperation = createCaller(model, client, validators.operations as never);
  const schemas = validators.schemas as never;
  return { model, out, factories, mocks, schemas, client, diagnostics, callOperation };
}

type Responses = Readonly<Record<string, Readonly<Record<string, AnySchema>> | undefined>>;

function createCaller(
  model: Model,
  client: Readonly<Record<string, unknown>>,
  validators: Readonly<Record<string, { readonly responses: Responses } | undefined>>,
): OpenedMocks["callOperation"] {
  const makeInput = createInputMaker(model);
  return async (operation) => {
    const seen = { status: 0, type: "" };
    const transport = (client.createTransport as AnyFunction)({
      retries: 0,
      requestInit: { redirect: "manual" },
      fetch: async (request: Request) => {
        const response = await fetch(request);
        seen.status = response.status;
        seen.type = response.headers.get("content-type") ?? "";
        return response;
      },
    });
    const isError = client.isApiError as (error: unknown) => error is { body: unknown };
    const body = await (async () =>
      collectItems(
        await (client[operation.name] as AnyFunction)(transport, makeInput(operation)),
      ))().catch((error: unknown) => {
      if (isError(error)) {
        return error.body;
      }
      seen.status = 599;
      return String(error);
    });
    const responses = validators[operation.name]?.responses ?? {};
    const { status, type } = seen;
    const found = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
    const schema = found?.[type] ?? found?.[type.split(";")[0] ?? ""];
    // A file is not a value of its schema.
    if (body instanceof Blob) {
      return [];
    }
    const values = isStream(type) && Array.isArray(body) ? body : [body];
    if (found === undefined || status >= 500) {
      return [`${status} is not documented: ${JSON.stringify(body)}`];
    }
    return values.flatMap((value) => {
      const parsed = schema?.safeParse(value);
      return parsed?.success === false ? [`${status} ${type}: ${String(parsed.error)}`] : [];
    });
  };
}

/** Inputs that have every required parameter, and a body that fits. */
function createInputMaker(model: Model): (operation: Operation) => Record<string, unknown> {
  const { schemas } = model.components;
  const judge = {
    testPattern: createTestPattern(),
    assertsFormats: true,
    steps: { left: Number.POSITIVE_INFINITY },
    ignoresUnevaluated: true,
  };
  const context = { components: schemas, judge };
  const recipes = new Map(
    [...schemas].map(([name, schema]) => [name, buildComponentRecipe(name, schema, context)]),
  );
  const make = (schema: Schema): unknown =>
    sampleRecipe(buildRecipe(schema, context), recipes, [1])?.[0];
  return (operation) => {
    const { requestBody } = operation;
    const input: Record<string, unknown> = {};
    for (const { parameter, grouped } of layOutInput(operation)) {
      if (parameter.required) {
        const { name, in: location, example, schema } = parameter;
        if (grouped) {
          input[location] ??= {};
        }
        const target = grouped ? (input[location] as Record<string, unknown>) : input;
        target[name] = example ?? make(schema);
      }
    }
    const [content] = requestBody?.value.content ?? [];
    if (content !== undefined) {
      const kind = classifyMediaType(content.mediaType);
      const made = content.schema === undefined ? {} : make(content.schema);
      input.body =
        kind === "multipart"
          ? new FormData()
          : isStream(content.mediaType)
            ? []
            : kind === "binary"
              ? new Blob(["a"])
              : (([...content.examples.values()][0] as unknown) ?? made);
      if ((requestBody?.value.content.length ?? 0) > 1) {
        input.contentType = content.mediaType;
      }
    }
    return input;
  };
}

/** A server of MSW that refuses requests that no mock answers. */
export function startMocks({ mocks }: OpenedMocks): { readonly close: () => void } {
  const server = setupServer(...(mocks.handlers as Parameters<typeof setupServer>));
  server.listen({ onUnhandledFrame: "error" });
  return server;
}

/** The names of the components of which values of five seeds do not fit their validators, with the first problem of each. */
export function findWrongValues(
  { factories, schemas, mocks }: OpenedMocks,
  options: object = {},
): readonly string[] {
  const createData = mocks.createMockData as AnyFunction;
  return [...factories].flatMap(([name, create]) =>
    [1, 2, 3, 4, 5].flatMap((seed) => {
      const value = create(undefined, createData({ seed, ...options }));
      const parsed = schemas[name]?.safeParse(value);
      return parsed?.success === true
        ? []
        : [
            `${name}: ${inspect(value, { depth: 9 }).slice(0, 300)}: ${String(parsed?.error).slice(0, 300)}`,
          ];
    }),
  );
}
