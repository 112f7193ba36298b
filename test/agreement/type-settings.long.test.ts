import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-type-settings");

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ "application/json": { schema } });

const document = {
  openapi: "3.1.0",
  info: { title: "Trips", version: "1" },
  components: {
    schemas: {
      Page: { type: "object", properties: { data: { type: "array", items: { type: "object" } } } },
      Trip: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
      Order: { type: "object", properties: { seats: { type: "integer", default: 1 } } },
    },
  },
  paths: {
    "/trips": {
      get: {
        operationId: "listTrips",
        responses: {
          200: {
            description: "",
            content: json({
              allOf: [ref("Page"), { properties: { data: { type: "array", items: ref("Trip") } } }],
            }),
          },
        },
      },
      post: {
        operationId: "orderTrip",
        requestBody: { required: true, content: json(ref("Order")) },
        responses: { 200: { description: "", content: json(ref("Order")) } },
      },
    },
  },
};

const consumer = `
import type { Transport } from "@specwright/runtime/v1/client";
import { listTrips, orderTrip } from "./out/client/index.js";
import type { Handlers } from "./out/server/index.js";

export async function calls(transport: Transport): Promise<void> {
  const { data = [] } = await listTrips(transport);
  const [first] = data;
  const ids: (string | undefined)[] = [first?.id, data[1]?.id];
  const { seats } = await orderTrip(transport, { body: {} });
  const given: number | undefined = seats;
  console.log(ids, given);
}

export const handlers: Handlers = {
  listTrips: () => ({ status: 200, body: { data: [{ id: "a" }] } }),
  orderTrip: ({ body }) => {
    const seats: number = body.seats;
    return { status: 200, body: { seats } };
  },
};
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  await writeFile(join(folder, "consumer.ts"), consumer);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function compileWith(settings: object): Promise<readonly string[]> {
  await generate({ document: join(folder, "api.json"), out: join(folder, "out"), ...settings });
  return runCompiler(resolveInRoot("node_modules/typescript/bin/tsc"), folder, ["consumer.ts"]);
}

/** The former defaults of `generate`, which openapi-typescript still has. */
const former = {
  readWriteSplit: false,
  defaultNonNullable: true,
  emptyObjectsUnknown: false,
};

test("types in the style of openapi-typescript require every default, and lose refinements of empty objects", async () => {
  const errors = await compileWith(former);
  expect(errors).toEqual([
    expect.stringContaining("Property 'seats' is missing"),
    expect.stringContaining("is not assignable to type 'Record<string, never> &"),
  ]);
});

test("by default, members with defaults may be left out of requests and answers", async () => {
  expect(await compileWith({})).toEqual([]);
});

test("emptyObjectsUnknown holds for client and server, too", async () => {
  expect(await compileWith({ emptyObjectsUnknown: true })).toEqual([]);
  expect(await compileWith({ emptyObjectsUnknown: true, readWriteSplit: false })).toEqual([]);
});

test("with defaultNonNullable and types for each direction, answers require members that requests may leave out", async () => {
  const settings = { emptyObjectsUnknown: true, defaultNonNullable: true };
  expect(await compileWith(settings)).toEqual([]);
});
