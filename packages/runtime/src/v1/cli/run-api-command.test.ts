import { expect, test, vi } from "vitest";
import { encodePath, encodeQuery, invoke } from "../client.ts";
import type { ApiTool, ToolApi } from "../tools/tool.ts";
import { runApiCommand } from "./run-api-command.ts";

/** An operation with arguments in its query. */
function makeTool(operation: string, tag: string, names: readonly string[] = []): ApiTool {
  return {
    name: operation,
    description: operation,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    operation,
    tags: [tag],
    call: (transport, input, options) =>
      invoke(
        transport,
        {
          name: operation,
          method: "GET",
          path: `/${operation}`,
          parameters: names.map((name) => ({ name, in: "query" })),
          encoders: { path: encodePath, query: encodeQuery },
        },
        input,
        options,
      ),
  };
}

/** The request that a command would send. */
async function print(tools: readonly ApiTool[], ...args: string[]): Promise<string> {
  const api: ToolApi = {
    name: "pets",
    title: "Pets",
    version: "1",
    baseUrl: "http://localhost",
    baseUrlVariable: "PETS_BASE_URL",
    credentials: [],
    tags: { pets: "Animals that wait for a keeper." },
    tools,
  };
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const dry = args[0] === "complete-words" ? [] : ["--dry-run"];
    await runApiCommand(api, { name: "pets", args: [...args, ...dry], environment: {} });
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

test("operations and tags may have the names of the commands that are there anyway", async () => {
  const tools = [makeTool("help", "help"), makeTool("completion", "completion")];
  expect(await print(tools, "help", "help")).toBe("curl http://localhost/help\n");
  const run = await print(tools, "completion-operations", "completion");
  expect(run).toBe("curl http://localhost/completion\n");
});

test("operations whose names differ in their case only have a command each", async () => {
  const tools = ["List", "list"].map((name) => makeTool(name, "pets"));
  expect(await print(tools, "pets", "list")).toBe("curl http://localhost/List\n");
  expect(await print(tools, "pets", "list-2")).toBe("curl http://localhost/list\n");
});

test.each([
  [["no_cache", "cache"], ["--no-cache", "a"], "?no_cache=a"],
  [["no_cache", "cache"], ["--cache", "b"], "?cache=b"],
  [["dryRun"], ["--argument-dry-run", "a"], "?dryRun=a"],
  [["a_b", "aB"], ["--a-b", "1", "--argument-a-b", "2"], "?a_b=1&aB=2"],
  [["a_b", "aB"], ["--argument-a-b", "2"], "?aB=2"],
])("the arguments %j have a flag each: %j", async (names, args, query) => {
  const text = await print([makeTool("get", "a", names)], "a", "get", ...args);
  expect(text).toBe(`curl 'http://localhost/get${query}'\n`);
});

const pets: ApiTool = {
  ...makeTool("get", "pets", ["kind", "full", "id", "tags"]),
  inputSchema: {
    type: "object",
    additionalProperties: false,
    properties: {
      full: { type: "boolean" },
      id: { type: "integer", description: "The id." },
      kind: { type: "string", enum: ["cat", "dog"] },
      tags: { type: "array", items: { type: "string" } },
    },
  },
  positions: ["kind", "id", "tags"],
};

test.each([
  [["cat", "7"], "?kind=cat&id=7"],
  [["cat", "--full", "true", "7", "--tags", "a"], "?kind=cat&full=true&id=7&tags=a"],
  [["cat", "9007199254740993"], "?kind=cat&id=9007199254740993"],
])("words without a flag are the parameters of the path, in its order: %j", async (args, query) => {
  const text = await print([pets], "pets", "get", ...args);
  expect(text).toBe(`curl 'http://localhost/get${query}'\n`);
});

test.each([
  [
    ["pets", "get", ""],
    ["cat", "dog"],
  ],
  [["pets", "get", "c"], ["cat"]],
  [["pets", "get", "cat", ""], []],
  [["pets", "get", "--full", "true", "d"], ["dog"]],
  [["pets", "get", "--tags", "d"], []],
  [["pets", "get", "cat", "--f"], ["--full"]],
  [["pets", "get", "cat", "7", "--o"], ["--output"]],
  [
    ["pets", "get", "cat", "7", "--output", ""],
    ["json", "table"],
  ],
  [["p"], ["pets"]],
])("the completion of %j is %j", async (words, found) => {
  const text = await print([pets], "complete-words", "--", ...words);
  expect(text.split("\n").filter(Boolean)).toEqual(found);
});

test("a group of commands says what the document says of its tag", async () => {
  const help = await print([makeTool("list", "pets"), makeTool("other", "keepers")], "--help");
  expect(help).toMatch(/pets +Animals that wait for a keeper\./);
  expect(help).toMatch(/keepers +Operations with the tag keepers\./);
});
