import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { generate } from "specwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { postMessage, program, serveTools, writePets } from "./served-pets.ts";

/** The API of the tests, which really runs, and what it received. */
let api: Server;
let address: string;
const received: { readonly url: string; readonly key: string | undefined; closed: boolean }[] = [];

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/mcp-clients");

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await writePets(folder);
  await generate({ document: `${folder}/pets.json`, out: `${folder}/out`, targets: ["tools"] });
  api = createServer((request, response) => {
    const { url = "" } = request;
    const key = request.headers["x-api-key"]?.toString();
    const entry = { url, key, closed: false };
    received.push(entry);
    response.on("close", () => {
      entry.closed = !response.writableEnded;
    });
    if (url === "/pets/slow") {
      return;
    }
    const status = key === undefined ? 401 : url === "/pets/missing" ? 404 : 200;
    const pets = Array.from({ length: url.includes("limit=9") ? 9_000 : 2 }, (_, id) => ({
      id,
      name: `Pet ${id}`,
    }));
    const body =
      status === 200
        ? url.startsWith("/pets?") || url === "/pets"
          ? pets
          : { id: 7, name: "Rex" }
        : { message: status === 404 ? "No such pet." : "A key is needed." };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});

afterAll(async () => {
  api.closeAllConnections();
  api.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

/** The two ways in which the tools are served: generated code, and the document itself. */
const servers: readonly (readonly [string, readonly string[]])[] = [
  ["the generated server", [`${folder}/out/tools/server.js`]],
  ["specwright mcp", [program, "mcp", `${folder}/pets.json`]],
];

/** The part of both clients that the tests use. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: {
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }): Promise<object>;
  close(): Promise<void>;
}

/** Each run would compile our sources again. */
const environment = { PETS_API_KEY: "secret", NODE_COMPILE_CACHE: `${folder}/compiled` };

function listWords(words: readonly string[], flags: readonly string[]): string[] {
  return ["-C", "source", ...words, "--server", address, ...flags];
}

async function connectNew(
  words: readonly string[],
  flags: readonly string[] = [],
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: listWords(words, flags),
    env: environment,
    stderr: "ignore",
  });
  await client.connect(transport);
  open.push(client);
  return client;
}

async function connectOld(words: readonly string[]): Promise<OldClient> {
  const client = new OldClient({ name: "test", version: "1" });
  const transport = new OldStdio({
    command: process.execPath,
    args: listWords(words, []),
    env: environment,
    stderr: "ignore",
  });
  await client.connect(transport);
  open.push(client);
  return client;
}

const callPet = { name: "getPet", arguments: { id: "7" } };

describe.each(servers)("%s over standard input and output", (_, words) => {
  test.each([
    ["the client of version 2", connectNew],
    ["the client of version 1", connectOld],
  ])("%s lists the tools that change nothing, and calls one", async (__, connect) => {
    const client: AnyClient = await connect(words);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["listPets", "getPet"]);
    expect(await client.callTool(callPet)).toMatchObject({
      content: [{ type: "text", text: '{"id":7,"name":"Rex"}' }],
      structuredContent: { id: 7, name: "Rex" },
    });
    expect(received.at(-1)).toMatchObject({ url: "/pets/7", key: "secret" });
  });

  test("failures are results that a model can read", async () => {
    const client = await connectNew(words);
    expect(await client.callTool({ name: "getPet", arguments: { id: "missing" } })).toMatchObject({
      isError: true,
      content: [
        { text: 'getPet was answered with 404: No such pet.\n\n{"message":"No such pet."}' },
      ],
    });
    const before = received.length;
    expect(await client.callTool({ name: "getPet", arguments: { ide: "7" } })).toMatchObject({
      isError: true,
      content: [{ text: "getPet does not have the argument ide. It takes id." }],
    });
    expect(received).toHaveLength(before);
  });

  test("an answer over the limit is cut, and says so", async () => {
    const client = await connectNew(words);
    const result = await client.callTool({ name: "listPets", arguments: { limit: 9 } });
    expect(result.structuredContent).toBeUndefined();
    const [text] = result.content;
    expect(text).toMatchObject({ text: expect.stringMatching(/first 100000\. Ask for less/) });
  });

  test("ending a call ends its request", async () => {
    const client = await connectNew(words);
    const controller = new AbortController();
    const call = client.callTool(
      { name: "getPet", arguments: { id: "slow" } },
      { signal: controller.signal },
    );
    await expect.poll(() => received.at(-1)?.url).toBe("/pets/slow");
    const entry = received.at(-1);
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => entry?.closed).toBe(true);
  });

  test("--write adds the tools that change something, and --tags chooses", async () => {
    const all = await connectNew(words, ["--write"]);
    const { tools } = await all.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.destructiveHint])).toEqual([
      ["listPets", false],
      ["createPet", false],
      ["getPet", false],
      ["deletePet", true],
    ]);
    const some = await connectNew(words, ["--write", "--tags", "keepers"]);
    expect((await some.listTools()).tools.map(({ name }) => name)).toEqual(["deletePet"]);
  });
});

describe.each(servers)("%s over HTTP", (_, words) => {
  test("both clients list and call, and other hosts and web pages are refused", async () => {
    const server = serveTools(listWords(words, ["--http", "0"]), environment);
    open.push(server);
    const url = await server.url;
    const current = new Client({ name: "test", version: "1" });
    await current.connect(new StreamableHTTPClientTransport(new URL(url)));
    const old = new OldClient({ name: "test", version: "1" });
    await old.connect(new OldHttp(new URL(url)) as Parameters<typeof old.connect>[0]);
    open.unshift(current, old);
    for (const client of [current, old]) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        "listPets",
        "getPet",
      ]);
      expect(await client.callTool(callPet)).toMatchObject({
        structuredContent: { id: 7, name: "Rex" },
      });
    }
    const { port } = new URL(url);
    const post = (headers: Record<string, string>): Promise<number> =>
      postMessage(Number(port), headers);
    expect(await post({ host: `127.0.0.1:${port}` })).toBe(200);
    expect(await post({ host: "pets.example" })).toBe(403);
    expect(await post({ host: `127.0.0.1:${port}`, origin: "https://evil.example" })).toBe(403);
  });
});

test("a missing credential is named by its variable", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: listWords([`${folder}/out/tools/server.js`], []),
      stderr: "ignore",
    }),
  );
  open.push(client);
  expect(await client.callTool(callPet)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("set PETS_API_KEY") }],
  });
});
