import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-response-headers");

const text = { type: "string" };
const id = { required: true, schema: text };
const document = {
  openapi: "3.1.0",
  info: { title: "Headers", version: "1" },
  paths: {
    "/trips": {
      post: {
        operationId: "createTrip",
        responses: {
          201: {
            description: "",
            headers: {
              Location: { required: true, schema: { type: "string", minLength: 2 } },
              "X-Request-Id": id,
              ETag: { schema: text },
              "Content-Type": { required: true, schema: text },
            },
          },
          204: { description: "", headers: { "X-Request-Id": id } },
          404: { description: "" },
        },
      },
      get: {
        operationId: "listTrips",
        responses: {
          "2XX": { description: "", headers: { "X-Total": id } },
          204: { description: "" },
          default: { description: "" },
        },
      },
    },
  },
};

const writeConsumer = (file: string, isAdded: boolean): string => `
import type { Handlers } from "./${file}/server/index.js";

export const right: Handlers = {
  createTrip: () => ({ status: 201, headers: { Location: "/1"${isAdded ? "" : ', "X-Request-Id": "r"'} } }),
  listTrips: () => ({ status: 204 }),
};
export const others: Handlers = {
  createTrip: () => ({ status: 404 }),
  listTrips: () => ({ status: 200, headers: { "X-Total": "3", other: 1 } }),
};
export const noHeaders: Partial<Handlers> = {
  // @ts-expect-error the location is required
  createTrip: () => ({ status: 201 }),
  // @ts-expect-error the total is required
  listTrips: () => ({ status: 200 }),
};
export const otherHeaders: Partial<Handlers> = {
  // @ts-expect-error the location is required
  createTrip: () => ({ status: 201, headers: { ETag: "a", "X-Request-Id": "r" } }),
};
// @ts-expect-error listTrips has no handler
export const incomplete: Handlers = { createTrip: () => ({ status: 404 }) };
export const undocumented: Partial<Handlers> = {
  // @ts-expect-error the document has no 500
  createTrip: () => ({ status: 500 }),
};
export const empty: Partial<Handlers> = {
  ${isAdded ? "" : "// @ts-expect-error the id is required"}
  createTrip: () => ({ status: 204 }),
};
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const path = join(folder, "api.json");
  await writeFile(path, JSON.stringify(document));
  await generate({ document: path, out: join(folder, "all") });
  await generate({ document: path, out: join(folder, "some"), addedHeaders: ["x-request-id"] });
  await writeFile(join(folder, "all.ts"), writeConsumer("all", false));
  await writeFile(join(folder, "some.ts"), writeConsumer("some", true));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("handlers have to be complete, with documented statuses and the headers that are required, but for those that are added", async () => {
  const compiler = resolveInRoot("node_modules/typescript/bin/tsc");
  expect(await runCompiler(compiler, folder, ["all.ts", "some.ts"])).toEqual([]);
});

const located = { Location: "/1", "x-request-id": "r" };

test.each([
  ["all", "POST", { status: 201, headers: located }, 201],
  ["all", "POST", { status: 201, headers: { ...located, location: "/" } }, 500],
  ["all", "POST", { status: 201, headers: { Location: "/1" } }, 500],
  ["all", "POST", { status: 201, headers: { "X-Request-Id": "r" } }, 500],
  ["all", "POST", { status: 201 }, 500],
  ["all", "POST", { status: 204 }, 500],
  ["all", "POST", { status: 204, headers: { "X-Request-ID": "r" } }, 204],
  ["all", "POST", { status: 404 }, 404],
  ["all", "GET", { status: 200 }, 500],
  ["all", "GET", { status: 200, headers: { "x-total": "3" } }, 200],
  ["all", "GET", { status: 204 }, 204],
  ["all", "GET", { status: 400 }, 400],
  ["some", "POST", { status: 201, headers: { Location: "/1" } }, 201],
  ["some", "POST", { status: 201, headers: { "X-Request-Id": "r" } }, 500],
  ["some", "POST", { status: 204 }, 204],
])(
  "validateResponses, headers of %s: %s answered by %j is %i",
  async (out, method, answer, expected) => {
    const { createRouter } = await import(join(folder, out, "server/index.js"));
    const handle = (): object => answer;
    const service: (request: Request) => Promise<Response> = createRouter({
      handlers: { createTrip: handle, listTrips: handle },
      validateResponses: true,
      onError: () => undefined,
    });
    const { status } = await service(new Request("http://localhost/trips", { method }));
    expect(status).toBe(expected);
  },
);
