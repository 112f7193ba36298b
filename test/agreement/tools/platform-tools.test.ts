import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../packages/platform/test/e2e/world.ts";
import { resolveInRoot, specFile } from "../../../scripts/support/paths.ts";
import { program } from "./served-pets.ts";

let world: World;
let client: Client;

beforeAll(async () => {
  world = await startWorld();
  client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        ...["-C", "source", program, "mcp", resolveInRoot(specFile)],
        ...["--server", world.url, "--tags", "mcp,tools", "--write", "--name", "platform"],
      ],
      env: { PLATFORM_API_KEY: world.keys.project },
      stderr: "ignore",
    }),
  );
});

afterAll(async () => {
  await client.close();
  await world.close();
});

async function callTool(name: string, args: Record<string, unknown>): Promise<object> {
  return client.callTool({ name, arguments: args });
}

test("our own document is served as tools that work on the running service", async () => {
  const created = await callTool("createCustomMcpServer", {
    name: "News",
    toolkits: ["hackernews"],
  });
  expect(created).toMatchObject({ structuredContent: { name: "News" } });
  expect(await callTool("listTools", { toolkit_slug: "hackernews", limit: 2 })).toMatchObject({
    structuredContent: { items: [{}, {}] },
  });
  expect(await callTool("getTool", { tool_slug: "NO_SUCH_TOOL" })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^getTool was answered with 404/) }],
  });
});
