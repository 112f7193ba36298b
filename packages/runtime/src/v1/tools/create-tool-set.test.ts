import { afterEach, describe, expect, test, vi } from "vitest";
import { respondJson, startServer } from "../../../test/http-server.ts";
import {
  type ClientOperation,
  encodeBody,
  encodePath,
  encodeQuery,
  headerKey,
  invoke,
  jsonBody,
  jsonLines,
  multipartBody,
  secured,
} from "../client.ts";
import { createToolSet, type ToolSetOptions } from "./create-tool-set.ts";
import type { ApiTool, ToolApi } from "./tool.ts";

afterEach(() => {
  vi.useRealTimers();
});

const encoders = { path: encodePath, query: encodeQuery, body: encodeBody };

/** A tool with arguments of these names, of which those with `!` are required. */
function makeTool(
  operation: ClientOperation,
  names: readonly string[],
  more: Partial<ApiTool> = {},
): ApiTool {
  const required = names.filter((name) => name.endsWith("!")).map((name) => name.slice(0, -1));
  return {
    name: operation.name,
    description: "A tool.",
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name.replace("!", ""), {}])),
      required,
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    operation: operation.name,
    tags: [],
    call: (transport, input, options) =>
      invoke(transport, { encoders, ...operation }, input, options),
    ...more,
  };
}

const key = secured([[{ scheme: "Key", place: headerKey, name: "x-key" }]]);
const getPet = makeTool(
  {
    name: "getPet",
    method: "GET",
    path: "/pets/{id}",
    security: key,
    parameters: [{ name: "id", in: "path" }],
  },
  ["id!"],
  { schemes: ["Key"] },
);

function createSet(tool: ApiTool, options: ToolSetOptions): ReturnType<typeof createToolSet> {
  const api: ToolApi = {
    name: "pets",
    title: "Pets",
    version: "1",
    baseUrlVariable: "PETS_BASE_URL",
    credentials: [{ scheme: "Key", variables: ["PETS_API_KEY"] }],
    tools: [tool],
  };
  return createToolSet(api, { retries: 0, environment: {}, ...options });
}

describe("a call", () => {
  test("puts arguments where the operation has them, under any name", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const tool = makeTool(
      {
        name: "update",
        method: "POST",
        path: "/pets",
        parameters: [{ name: "filter[a]", in: "query" }],
        body: { "application/json": jsonBody },
      },
      ["filter_a", "proto", "name"],
      {
        places: { filter_a: ["filter[a]"], proto: ["body", "__proto__"], name: ["body", "name"] },
        needsBody: true,
      },
    );
    const set = createSet(tool, { baseUrl });
    await set.call("update", { filter_a: "x", proto: 1, name: "Rex" });
    await set.call("update", {});
    await set.call("update", undefined);
    expect(received.map(({ url, body }) => [url, body])).toEqual([
      ["/pets?filter%5Ba%5D=x", '{"__proto__":1,"name":"Rex"}'],
      ["/pets", "{}"],
      ["/pets", "{}"],
    ]);
  });

  test("answers with JSON, also where the client's answer has dates and long integers", async () => {
    const { baseUrl } = await startServer((_, response) => respondJson(response, 200, {}));
    const parse = () => ({ id: 9007199254740993n, at: new Date(0), version: 7n });
    const tool = makeTool({ name: "get", method: "GET", path: "/", parse }, []);
    expect(await createSet(tool, { baseUrl }).call("get", {})).toEqual({
      text: '{"id":9007199254740993,"at":"1970-01-01T00:00:00.000Z","version":7}',
      structured: { id: 2 ** 53, at: "1970-01-01T00:00:00.000Z", version: 7 },
      isError: false,
    });
  });

  test("sends bytes that are base64", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const tool = makeTool(
      { name: "upload", method: "POST", path: "/", body: { "multipart/form-data": multipartBody } },
      ["file"],
      { places: { file: ["body", "file"] }, bytes: ["file"] },
    );
    const set = createSet(tool, { baseUrl });
    await set.call("upload", { file: btoa("hello") });
    expect(received[0]?.body).toMatch(/filename="file".*hello/s);
    expect(await set.call("upload", { file: "not base64!" })).toEqual({
      text: "The argument file has to be the file's bytes in base64.",
      isError: true,
    });
    expect(received).toHaveLength(1);
  });

  test.each([
    [{}, "getPet needs the argument id. Call it again with every argument that it requires."],
    [{ id: "1", a: 1, b: 2 }, "getPet does not have the arguments a, b. It takes id."],
    [[], "The arguments of getPet have to be an object."],
    ["text", "The arguments of getPet have to be an object."],
  ])("with the arguments %j is a failure that says what to change", async (args, text) => {
    const set = createSet(getPet, { baseUrl: "http://127.0.0.1:9" });
    expect(await set.call("getPet", args)).toEqual({ text, isError: true });
  });

  test("misses a required argument that has the name of a member of every object", async () => {
    const tool = makeTool({ name: "get", method: "GET", path: "/" }, ["constructor!"]);
    expect(await createSet(tool, { baseUrl: "http://127.0.0.1:9" }).call("get", {})).toEqual({
      text: "get needs the argument constructor. Call it again with every argument that it requires.",
      isError: true,
    });
  });

  test("takes credentials and the address from the environment", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, {}),
    );
    const environment = { PETS_API_KEY: "secret", PETS_BASE_URL: baseUrl };
    await createSet(getPet, { environment }).call("getPet", { id: "1" });
    expect(received[0]?.headers["x-key"]).toBe("secret");
    expect(() => createSet(getPet, {})).toThrow(/Set PETS_BASE_URL/);
  });

  test("that fails says why, and which credential is missing", async () => {
    const { baseUrl } = await startServer(({ headers }, response) =>
      respondJson(response, headers["x-key"] === undefined ? 401 : 409, { message: "No." }),
    );
    const set = createSet(getPet, { baseUrl });
    expect(await set.call("getPet", { id: "1" })).toEqual({
      text: expect.stringMatching(/401: No\..*set PETS_API_KEY\.\n\n\{"message":"No\."\}$/s),
      isError: true,
    });
    const known = createSet(getPet, { baseUrl, auth: { Key: "k" } });
    expect(await known.call("getPet", { id: "1" })).toEqual({
      text: 'getPet was answered with 409: No.\n\n{"message":"No."}',
      isError: true,
    });
    expect(await set.call("getDog", {})).toEqual({
      text: "The tool getDog does not exist.",
      isError: true,
    });
  });

  test("ends with its signal, and with its time", async () => {
    const { baseUrl } = await startServer(() => undefined);
    const controller = new AbortController();
    const call = createSet(getPet, { baseUrl }).call("getPet", { id: "1" }, controller);
    controller.abort(new Error("no longer wanted"));
    await expect(call).rejects.toThrow("no longer wanted");
    expect(await createSet(getPet, { baseUrl, timeout: 50 }).call("getPet", { id: "1" })).toEqual({
      text: expect.stringMatching(/50 ms/),
      isError: true,
    });
  });
});

describe("an answer", () => {
  const open = makeTool({ name: "open", method: "GET", path: "/" }, []);
  const answerWith = async (
    write: Parameters<typeof startServer>[0],
    options: ToolSetOptions = {},
    tool: ApiTool = open,
  ): Promise<object> => {
    const { baseUrl } = await startServer(write);
    return createSet(tool, { baseUrl, ...options }).call("open", {});
  };

  test("is text, and an object", async () => {
    expect(await answerWith((_, response) => respondJson(response, 200, { a: 1 }))).toEqual({
      text: '{"a":1}',
      structured: { a: 1 },
      isError: false,
    });
    expect(await answerWith((_, response) => respondJson(response, 200, [1]))).toEqual({
      text: "[1]",
      structured: { result: [1] },
      isError: false,
    });
    expect(await answerWith((_, response) => response.writeHead(204).end())).toEqual({
      text: "Done (204). The answer has no body.",
      isError: false,
    });
  });

  test("over the limit is cut between characters, and says so", async () => {
    const result = await answerWith((_, response) => respondJson(response, 200, "ääää"), {
      limit: 6,
    });
    expect(result).toEqual({
      text: expect.stringMatching(/^ä{3}\n\n\[Cut: the answer has 8 bytes, .* first 6\./),
      isError: false,
    });
  });

  test("that is a file is base64, unless it is too large", async () => {
    const writeFile: Parameters<typeof startServer>[0] = (_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end("bytes");
    expect(await answerWith(writeFile)).toEqual({
      text: "The answer is a file (image/png) of 5 bytes.",
      file: { type: "image/png", data: btoa("bytes") },
      isError: false,
    });
    expect(await answerWith(writeFile, { limit: 4 })).toEqual({
      text: expect.stringMatching(/at most 4 bytes/),
      isError: false,
    });
  });

  test("that is a stream is its items, until the limit", async () => {
    const stream = makeTool(
      {
        name: "open",
        method: "GET",
        path: "/",
        answers: { 200: ["application/jsonl"] },
        streams: { "application/jsonl": jsonLines },
      },
      [],
    );
    const writeLines: Parameters<typeof startServer>[0] = (_, response) =>
      response.writeHead(200, { "content-type": "application/jsonl" }).end("1\n2\n3\n");
    expect(await answerWith(writeLines, {}, stream)).toMatchObject({
      structured: { result: [1, 2, 3] },
    });
    expect(await answerWith(writeLines, { limit: 3 }, stream)).toMatchObject({
      text: expect.stringMatching(/^\[1,.*goes on after these 2 items/s),
    });
  });

  test("that is a stream without an end is its items when the time is over", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    async function* readItems(signal: AbortSignal | undefined): AsyncGenerator<number> {
      yield* [1, 2, 3];
      vi.advanceTimersByTime(60_000);
      signal?.throwIfAborted();
    }
    const stream: ApiTool = {
      ...open,
      // The part of the client's promise that tools use.
      call: ((_: unknown, __: unknown, { signal }: { readonly signal?: AbortSignal }) => ({
        withResponse: async () => ({ status: 200, body: readItems(signal) }),
      })) as unknown as ApiTool["call"],
    };
    expect(await createSet(stream, { baseUrl: "http://127.0.0.1:9" }).call("open", {})).toEqual({
      text: "[1,2,3]\n\n[The stream was still open after these 3 items, when the time was over.]",
      isError: false,
    });
  });
});
