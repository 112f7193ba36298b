import { afterEach, expect, test } from "vitest";
import { type SpanOptions, useTracing } from "../../../base/tracing/tracing.ts";
import { noTasks } from "../../../testing/no-tasks.ts";
import { answerMessage } from "../answer-message.ts";

afterEach(() => useTracing(undefined));

test("the span of a request belongs to the trace that its client names in _meta", async () => {
  const spans: (readonly [string, SpanOptions])[] = [];
  useTracing({
    withSpan: (name, options, work) => {
      spans.push([name, options]);
      return work({ set: () => {}, fail: () => {} });
    },
    close: async () => {},
  });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
  const ask = (traced: object) =>
    answerMessage({
      message: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/list",
        params: {
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            ...traced,
          },
        },
      },
      header: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" },
      results: "structured",
      tasks: noTasks,
      states: { seal: async () => "", open: async () => undefined },
      subscription: undefined,
      tools: {
        name: "Traced",
        instructions: "",
        list: () => ({ tools: [] }),
        call: async () => ({ content: [] }),
      },
      signal: undefined,
      onNotification: () => {},
      onFailure: () => {},
    });
  expect(await ask({ traceparent })).toMatchObject({
    status: 200,
    body: { result: { tools: [] } },
  });
  expect(await ask({ traceparent: 7 })).toMatchObject({ status: 200 });
  expect(spans).toMatchObject([
    ["tools/list", { kind: "server", traceparent }],
    ["tools/list", { kind: "server" }],
  ]);
  expect(spans[1]?.[1]).not.toHaveProperty("traceparent");
});
