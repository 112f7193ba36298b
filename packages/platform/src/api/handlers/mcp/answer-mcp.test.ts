import { expect, test } from "vitest";
import { shareWork, waitOutside } from "../../../base/sharing/fairness/work.ts";
import type { McpTools } from "../../mcp/mcp-tools.ts";
import type { RequestContext } from "../handler.ts";
import { answerMcp } from "./answer-mcp.ts";

const limits = { shareMs: 100, totalMs: 400, waiting: 50, patienceMs: 10_000, heldMs: 60_000 };

test("a call whose answer became a stream is work of its caller until the stream ends", async () => {
  const shared = shareWork(limits, () => {});
  const work = await shared.begin("project", "callSessionMcp");
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tools: McpTools = {
    name: "Slow",
    instructions: "",
    list: () => ({ tools: [] }),
    call: async () => {
      await waitOutside(() => first.promise);
      await second.promise;
      return { content: [{ type: "text", text: "done" }] };
    },
  };
  // The parts of a context that a call over MCP uses.
  const context = {
    requestId: "req_1",
    address: "127.0.0.1",
    services: {
      runningCalls: { begin: () => ({ signal: new AbortController().signal, end: () => {} }) },
      warn: () => {},
      platform: {},
    },
    watchCaller: () => new AbortController().signal,
    found: { work },
  } as unknown as RequestContext;
  const headers = { accept: "application/json, text/event-stream" };
  const input = {
    accept: "application/json",
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "SLOW", arguments: {}, _meta: { progressToken: 1 } },
    },
    context,
    header: {},
    query: { results: "structured" },
    request: new Request("http://127.0.0.1/mcp", { headers }),
  } as const;
  const answer = await work?.run(() =>
    answerMcp(input, {
      name: ["mcp"],
      user: "user_id mia",
      projectId: "pr",
      readVersion: async () => 1,
      openTools: () => tools,
    }),
  );
  // The HTTP layer ends the work that it finds when a request has its answer.
  context.found.work?.end();
  const body = answer?.status === 200 ? answer.body : undefined;
  if (!(body instanceof ReadableStream)) {
    throw new Error("The answer is not a stream.");
  }
  expect(shared.readUse("project").underWay).toBe(0);
  first.resolve();
  await expect.poll(() => shared.readUse("project").underWay).toBe(1);
  second.resolve();
  expect(await new Response(body).text()).toContain("done");
  expect(shared.readUse("project").underWay).toBe(0);
});
