import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { expect, test, vi } from "vitest";
import { noTasks } from "../../testing/no-tasks.ts";
import { answerMessage } from "./answer-message.ts";
import { McpRefusal } from "./mcp-refusal.ts";
import type { McpTools } from "./mcp-tools.ts";

const failure = new Error("password authentication failed for user platform");

async function ask(method: "tools/call" | "tools/list", thrown: Error) {
  const fail = (): never => {
    throw thrown;
  };
  const tools: McpTools = {
    name: "Fails",
    instructions: "",
    list: fail,
    call: async () => fail(),
  };
  const failures: unknown[] = [];
  const params = method === "tools/call" ? { name: "ACME_FAIL", arguments: {} } : {};
  const answer = await answerMessage({
    message: { jsonrpc: "2.0", id: 1, method, params },
    header: {},
    tasks: noTasks,
    states: { seal: async () => "", open: async () => undefined },
    subscription: undefined,
    results: "structured",
    tools,
    signal: undefined,
    onNotification: () => {},
    onFailure: (each) => failures.push(each),
  });
  return { answer: answer?.body, failures };
}

test.for(["tools/call", "tools/list"] as const)(
  "the words of an unexpected failure of %s stay in the log",
  async (method) => {
    const { answer, failures } = await ask(method, failure);
    expect(answer).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: ErrorCode.InternalError,
        message: "MCP error -32603: The call failed unexpectedly.",
      },
    });
    expect(failures).toEqual([failure]);
  },
);

test("an error of the protocol is answered in its own words", async () => {
  const { answer, failures } = await ask(
    "tools/call",
    new McpRefusal(ErrorCode.InvalidParams, "The server has no tool ACME_FAIL."),
  );
  expect(answer).toMatchObject({
    error: { code: -32602, message: expect.stringContaining("no tool ACME_FAIL") },
  });
  expect(failures).toEqual([]);
});

test("a client that leaves before the response was sent disturbs nobody", async () => {
  const leaving = new AbortController();
  const answer = await answerMessage({
    message: { jsonrpc: "2.0", id: 1, method: "ping", params: {} },
    header: {},
    tasks: noTasks,
    states: { seal: async () => "", open: async () => undefined },
    subscription: undefined,
    results: "structured",
    tools: {
      name: "Answers",
      instructions: "",
      list: () => ({ tools: [] }),
      call: async () => ({ content: [] }),
    },
    signal: leaving.signal,
    onNotification: () => {},
    onFailure: () => {},
  });
  expect(answer?.body).toMatchObject({ result: {} });
  // An unhandled rejection would end the process.
  const rejected = vi.fn();
  process.once("unhandledRejection", rejected);
  leaving.abort();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", rejected);
  expect(rejected).not.toHaveBeenCalled();
});
