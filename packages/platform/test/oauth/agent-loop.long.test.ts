import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import type { Schemas } from "../../src/api-types.ts";
import { openSessionClient } from "../e2e/suites/tool-router/mcp.ts";
import { useBrowser } from "./browser-at-work.ts";
import { signIn } from "./sign-in.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("an agent without a model", () => {
  const suite = useBrowser(chromium ?? "");

  test("searches a tool, is told to connect, has its user sign in in Chromium, waits, and executes the tool", async () => {
    const { platform, url } = suite.deployment;
    const { session_id } = await platform.toolRouter.createSession({
      body: {
        user_id: "grace",
        toolkits: { enabled: ["harbour"] },
        manage_connections: { enable: true, callback_url: suite.application.url },
      },
    });
    const client = await openSessionClient(url, session_id);
    const call = async <Data>(name: string, given: Record<string, unknown>): Promise<Data> => {
      const result = await client.callTool({ name, arguments: given });
      expect(result.isError).not.toBe(true);
      // The client has validated it against the output schema.
      return result.structuredContent as Data;
    };
    const found = await call<Schemas["SearchToolsData"]>("PLATFORM_SEARCH_TOOLS", {
      queries: [{ use_case: "which berth do we have in the harbour" }],
    });
    const order = found.results[0]?.suggested_order.map(({ tool_slug }) => tool_slug) ?? [];
    expect(order).toEqual([
      "PLATFORM_MANAGE_CONNECTIONS",
      "PLATFORM_WAIT_FOR_CONNECTIONS",
      "HARBOUR_GET_BERTH",
    ]);
    const [connecting, waiting, tool] = order;
    const toolkits = found.toolkit_connection_statuses
      .filter((status) => !status.is_connected)
      .map(({ toolkit }) => toolkit);
    const begun = await call<Schemas["ManageConnectionsData"]>(connecting ?? "", { toolkits });
    const [started] = begun.results;
    expect(started).toMatchObject({ toolkit: "harbour", status: "initiated" });
    const connected = call<Schemas["WaitForConnectionsData"]>(waiting ?? "", {
      toolkits,
      timeout_seconds: 50,
    });
    await signIn(suite.page, started?.redirect_url ?? "");
    expect(suite.page.url()).toContain("status=success");
    expect(await connected).toMatchObject({ all_active: true });
    const done = await call<Schemas["MultiExecuteToolData"]>("PLATFORM_MULTI_EXECUTE_TOOL", {
      tools: [{ tool_slug: tool }],
    });
    expect(done).toMatchObject({
      success_count: 1,
      results: [{ tool_slug: "HARBOUR_GET_BERTH", successful: true, data: { ok: true } }],
    });
    await client.close();
  }, 90_000);
});
