import type { JSONRPCNotification } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noTasks } from "../../testing/no-tasks.ts";
import { answerMessage } from "./answer-message.ts";
import type { Counted } from "./report-progress.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("a call of several tools reports how many are done, and only when their number has grown", async () => {
  const heard: JSONRPCNotification["params"][] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<(counted: Counted) => void>();
  const answered = answerMessage({
    message: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ALL", arguments: {}, _meta: { progressToken: "a" } },
    },
    header: {},
    tasks: noTasks,
    states: { seal: async () => "", open: async () => undefined },
    subscription: undefined,
    results: "structured",
    tools: {
      name: "Counts",
      instructions: "",
      list: () => ({ tools: [] }),
      call: async (_name, _given, { onProgress }) => {
        onProgress({ done: 0, total: 3 });
        begin(onProgress);
        await finished;
        return { content: [] };
      },
    },
    signal: undefined,
    onNotification: ({ params }) => heard.push(params),
    onFailure: () => {},
  });
  const count = await begun;
  await vi.advanceTimersByTimeAsync(2_000);
  count({ done: 1, total: 3 });
  count({ done: 2, total: 3 });
  await vi.advanceTimersByTimeAsync(3_000);
  finish();
  await answered;
  expect(heard).toEqual([
    { progressToken: "a", progress: 0, total: 3, message: "0 of 3 tools are done." },
    { progressToken: "a", progress: 2, total: 3, message: "2 of 3 tools are done." },
  ]);
});
