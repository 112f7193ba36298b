import { mkdir, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-encoded-commas");

const list = (name: string, items: object): object => ({
  name,
  in: "query",
  explode: false,
  schema: { type: "array", items },
});
const document = {
  openapi: "3.1.0",
  info: { title: "Commas", version: "1" },
  paths: {
    "/things/{ids}": {
      post: {
        operationId: "findThings",
        parameters: [
          {
            name: "ids",
            in: "path",
            required: true,
            schema: { type: "array", items: { type: "integer" } },
          },
          list("statuses", { type: "string", enum: ["ACTIVE", "EXPIRED"] }),
          list("users", { type: "string" }),
        ],
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                properties: { counts: { type: "array", items: { type: "integer" } } },
              },
              encoding: { counts: { explode: false } },
            },
          },
        },
        responses: { 204: { description: "Done." } },
      },
    },
  },
};

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/api.json`, JSON.stringify(document));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Generated {
  /** The handler's values for a request. */
  readonly read: (target: string, body?: URLSearchParams) => Promise<unknown>;
  /** Sends users with each client. Returns the values that the handler got, and the queries that were sent. */
  readonly sendUsers: (users: readonly string[]) => Promise<{ got: unknown[]; sent: string[] }>;
}

async function generateClient(name: string, options: object): Promise<Generated> {
  await generate({ document: `${folder}/api.json`, out: `${folder}/${name}`, ...options });
  const client = await import(`${folder}/${name}/client/index.js`);
  const { createRouter } = await import(`${folder}/${name}/server/index.js`);
  let received: Record<string, unknown> = {};
  const router = createRouter({
    handlers: {
      findThings: ({ path, query, body }: Record<string, object>) => {
        received = { ...path, ...query, ...body };
        return { status: 204 };
      },
    },
  });
  return {
    read: async (target, body) => {
      const request = new Request(`http://commas.example.com${target}`, {
        method: "POST",
        ...(body && { body }),
      });
      const response = await router(request);
      return response.status === 204 ? received : response.status;
    },
    sendUsers: async (users) => {
      const got: unknown[] = [];
      const sent: string[] = [];
      const options = {
        baseUrl: "http://commas.example.com",
        fetch: async (request: Request) => {
          sent.push(new URL(request.url).search);
          const response = await router(request);
          got.push(received.users);
          return response;
        },
      };
      await client.findThings(client.createTransport(options), { ids: [1], users });
      await client
        .createClient(options)
        .POST("/things/{ids}", { params: { path: { ids: [1] }, query: { users } } });
      return { got, sent };
    },
  };
}

describe("by default", () => {
  test("an encoded comma separates items that cannot contain one: in the query, the path and a form", async () => {
    const { read } = await generateClient("default", {});
    const query = new URLSearchParams({ statuses: "ACTIVE,EXPIRED" });
    const body = new URLSearchParams({ counts: "3,4" });
    expect(await read(`/things/1%2C2?${query}`, body)).toEqual({
      ids: [1, 2],
      statuses: ["ACTIVE", "EXPIRED"],
      counts: [3, 4],
    });
    expect(await read("/things/1?users=a%2Cb,c")).toEqual({ ids: [1], users: ["a,b", "c"] });
  });

  test("the client encodes the commas of items, and the router gives them back", async () => {
    const { sendUsers } = await generateClient("default", {});
    const { got, sent } = await sendUsers(["a,b", "c"]);
    expect(got).toEqual([
      ["a,b", "c"],
      ["a,b", "c"],
    ]);
    expect(sent).toEqual(["?users=a%2Cb,c", "?users=a%2Cb,c"]);
  });
});

describe("with splitEncodedCommas", () => {
  test("an encoded comma separates in every list of the query, unless the parameter is repeated", async () => {
    const { read } = await generateClient("split", { splitEncodedCommas: true });
    expect(await read("/things/1?users=a%2Cb,c")).toEqual({ ids: [1], users: ["a", "b", "c"] });
    expect(await read("/things/1?users=a%2Cb&users=c")).toEqual({ ids: [1], users: ["a,b", "c"] });
    expect(await read("/things/1?users[]=a%2Cb")).toEqual({ ids: [1], users: ["a,b"] });
  });

  test("both clients repeat the parameter when an item has a comma, and the router gives it back", async () => {
    const { sendUsers } = await generateClient("split", { splitEncodedCommas: true });
    expect(await sendUsers(["a,b"])).toEqual({
      got: [["a,b"], ["a,b"]],
      sent: ["?users%5B%5D=a%2Cb", "?users%5B%5D=a%2Cb"],
    });
    const { got, sent } = await sendUsers(["a", "b"]);
    expect(got).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(sent).toEqual(["?users=a,b", "?users=a,b"]);
  });
});
