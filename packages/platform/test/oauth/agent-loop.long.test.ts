import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import type { Schemas } from "../../src/base/api-types.ts";
import { openSessionClient } from "../e2e/suites/tool-router/mcp.ts";
import { useBrowser } from "./browser-at-work.ts";
import { signIn } from "./sign-in.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("an agent without a model", () => {
  const suite = useBrowser(chromium ?? "");

  test("searches a tool, is asked to connect, has its user sign in in Chromium, waits, executes the tool, and reads the file that it returns", async () => {
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
      queries: [{ use_case: "get me the sea chart of the harbour" }],
    });
    const order = found.results[0]?.suggested_order.map(({ tool_slug }) => tool_slug) ?? [];
    expect(order).toEqual([
      "PLATFORM_MANAGE_CONNECTIONS",
      "PLATFORM_WAIT_FOR_CONNECTIONS",
      "HARBOUR_GET_CHART",
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
    const done = await client.callTool({
      name: "PLATFORM_MULTI_EXECUTE_TOOL",
      arguments: { tools: [{ tool_slug: "HARBOUR_GET_BERTH" }, { tool_slug: tool }] },
    });
    const file = { name: "chart.pdf", mimetype: "application/pdf", url: expect.any(String) };
    expect(done.structuredContent).toMatchObject({
      success_count: 2,
      results: [
        { tool_slug: "HARBOUR_GET_BERTH", successful: true, data: { ok: true } },
        { tool_slug: "HARBOUR_GET_CHART", successful: true, data: { file } },
      ],
    });
    // The file is in the answer, for a model that reads files, and at its address.
    const [, name, embedded] = CallToolResultSchema.parse(done).content;
    expect(name).toEqual({ type: "text", text: "Result 2 of 2, HARBOUR_GET_CHART:" });
    expect(embedded).toMatchObject({
      type: "resource",
      resource: {
        mimeType: "application/pdf",
        blob: Buffer.from("%PDF-1.7 depths of the harbour").toString("base64"),
      },
    });
    const address = embedded?.type === "resource" ? embedded.resource.uri : "";
    expect(await (await fetch(address)).text()).toBe("%PDF-1.7 depths of the harbour");
    await client.close();
  }, 90_000);
});
