import { mkdir, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { places, readWriteDocument } from "./read-write-document.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-read-write");

type Input = Readonly<Record<string, unknown>>;

/** The parts of the generated modules that this test uses. */
interface Generated {
  readonly client: {
    readonly createTransport: (options: object) => unknown;
    readonly [operation: string]: unknown;
  };
  readonly createRouter: (
    options: object,
  ) => (request: Request, context: unknown) => Promise<Response>;
  readonly validators: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly operations: Readonly<Record<string, Operation>>;
    readonly webhooks: Readonly<Record<string, Operation>>;
  };
}

interface Operation {
  readonly requestBody: Readonly<Record<string, Validator>>;
  readonly responses: Readonly<Record<string, Readonly<Record<string, Validator>>>>;
}

interface Validator {
  readonly safeParse: (value: unknown) => { readonly success: boolean };
}

const variants = {
  whole: { readWriteSplit: false },
  split: {},
  strict: { readOnlyInRequests: "refuse" },
} as const;
type Variant = keyof typeof variants;
const generated = new Map<Variant, Generated>();
const losses = new Map<Variant, readonly string[]>();

function chooseGenerated(variant: Variant): Generated {
  const found = generated.get(variant);
  if (found === undefined) {
    throw new Error(`${variant} was not generated`);
  }
  return found;
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const document = `${folder}/document.json`;
  await writeFile(document, JSON.stringify(readWriteDocument));
  for (const [name, options] of Object.entries(variants) as [Variant, object][]) {
    const out = `${folder}/${name}`;
    const result = await generate({ document, out, ...options });
    expect(result.diagnostics).toEqual([]);
    losses.set(
      name,
      result.losses.map(({ code }) => code),
    );
    const client = await import(`${out}/client/index.js`);
    const { createRouter } = await import(`${out}/server/index.js`);
    generated.set(name, {
      client,
      createRouter,
      validators: await import(`${out}/validators/index.js`),
    });
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const names = [...Object.keys(places), "throughComponents", "queried", "plain"];

/**
 * Sends a body through the generated client to the generated router. Returns the handler's input and the client's
 * result.
 */
async function exchange(
  variant: Variant,
  name: string,
  input: Input,
  body?: unknown,
): Promise<Exchange> {
  const { client, createRouter } = chooseGenerated(variant);
  let received: Input | undefined;
  const handleInput = (given: Input): object => {
    received = given;
    return body === undefined ? { status: 204 } : { status: 200, body };
  };
  const service = createRouter({
    handlers: Object.fromEntries(names.map((each) => [each, handleInput])),
    security: {},
    validateResponses: true,
    onError: () => undefined,
  });
  const transport = client.createTransport({
    baseUrl: "http://pets.example.com",
    retries: 0,
    fetch: (request: Request) => service(request, undefined),
  });
  const call = client[name] as (transport: unknown, input: Input) => Promise<unknown>;
  return call(transport, input).then(
    (returned) => ({ received, returned }),
    (error: { status?: number }) => ({ received, status: error.status }),
  );
}

interface Exchange {
  readonly received: Input | undefined;
  readonly returned?: unknown;
  readonly status?: number | undefined;
}

const request = { name: "a", secret: "s" };
const response = { name: "a", id: 1 };
const cases = [
  ...Object.entries(places),
  ["throughComponents", { around: (value: object): unknown => value }] as const,
];

describe.each(["whole", "split"] as const)("with %s types", (variant) => {
  test.each(cases)(
    "%s: a request needs no read-only property, and an answer no write-only one",
    async (name, { around }) => {
      const exchanged = await exchange(variant, name, { body: around(request) }, around(response));
      expect(exchanged.returned).toEqual(around(response));
      expect(exchanged.received?.body).toMatchObject(around(request) as object);
    },
  );

  test.each(cases)("%s: an object that was read can be sent back", async (name, { around }) => {
    const body = around({ ...request, ...response, made: "now" });
    const exchanged = await exchange(variant, name, { body }, around(response));
    expect(exchanged.received?.body).toMatchObject(body as object);
  });

  test.each(cases)(
    "%s: a request without a write-only property that is required is refused",
    async (name, { around }) => {
      const exchanged = await exchange(
        variant,
        name,
        { body: around({ name: "a" }) },
        around(response),
      );
      expect(exchanged).toEqual({ received: undefined, status: 400 });
    },
  );

  test.each(cases)(
    "%s: a read-only property that is sent has to be of its type",
    async (name, { around }) => {
      const body = around({ ...request, id: "one" });
      const exchanged = await exchange(variant, name, { body }, around(response));
      expect(exchanged).toEqual({ received: undefined, status: 400 });
    },
  );

  test.each(cases)(
    "%s: an answer without a read-only property that is required is invalid",
    async (name, { around }) => {
      const exchanged = await exchange(
        variant,
        name,
        { body: around(request) },
        around({ name: "a" }),
      );
      expect(exchanged).toMatchObject({ status: 500 });
    },
  );

  test.each(cases)(
    "%s: an answer with a write-only property is invalid",
    async (name, { around }) => {
      for (const leak of [{ secret: "s" }, { hint: "h" }]) {
        const body = around({ ...response, ...leak });
        const exchanged = await exchange(variant, name, { body: around(request) }, body);
        expect(exchanged).toMatchObject({ status: 500 });
      }
    },
  );

  test("objects in the query are requests", async () => {
    const exchanged = await exchange(variant, "queried", { filter: request });
    expect(exchanged.received).toMatchObject({ query: { filter: request } });
    expect(await exchange(variant, "queried", { filter: { name: "a" } })).toEqual({
      received: undefined,
      status: 400,
    });
  });

  test("a webhook's message comes from the owner: it has read-only properties and no write-only ones", () => {
    const [validator] = Object.values(
      chooseGenerated(variant).validators.webhooks.changed?.requestBody ?? {},
    );
    expect(validator?.safeParse(response).success).toBe(true);
    expect(validator?.safeParse({ name: "a" }).success).toBe(false);
    expect(validator?.safeParse({ ...response, secret: "s" }).success).toBe(false);
  });

  test("schemas without such properties are the component's own, and components are whole", () => {
    const { operations, schemas } = chooseGenerated(variant).validators;
    expect(operations.plain?.requestBody["application/json"]).toBe(schemas.Plain);
    expect(operations.plain?.responses["200"]?.["application/json"]).toBe(schemas.Plain);
    expect(Object.keys(schemas)).toEqual(Object.keys(readWriteDocument.components.schemas));
    const whole = schemas.Leaf as Validator;
    expect(whole.safeParse({ ...request, ...response }).success).toBe(true);
    expect(whole.safeParse(request).success).toBe(false);
    expect(whole.safeParse(response).success).toBe(false);
  });

  test("each direction of a schema has one validator", () => {
    const { operations } = chooseGenerated(variant).validators;
    const { direct, throughComponents } = operations;
    const body = direct?.requestBody["application/json"];
    expect(throughComponents?.requestBody["application/json"]).toBe(body);
    const answer = direct?.responses["200"]?.["application/json"];
    expect(throughComponents?.responses["200"]?.["application/json"]).toBe(answer);
    expect(body).not.toBe(answer);
  });
});

test("a rule that types without directions cannot express is reported", () => {
  const listUntold = (variant: Variant): readonly string[] =>
    losses.get(variant)?.filter((code) => code === "direction-not-in-types") ?? [];
  expect(listUntold("whole").length).toBeGreaterThan(0);
  expect(listUntold("split")).toEqual([]);
});

test.each(cases)(
  "%s: read-only properties in requests are refused on request",
  async (name, { around }) => {
    const send = (body: object) =>
      exchange("strict", name, { body: around(body) }, around(response));
    expect((await send(request)).returned).toEqual(around(response));
    for (const sent of [{ id: 1 }, { made: "now" }]) {
      expect(await send({ ...request, ...sent })).toEqual({ received: undefined, status: 400 });
    }
  },
);
