import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { catchRefusal, catchRefusals, type World } from "../world.ts";

/** Toolkits, tools, and executions that do not need an account. */
export function testTools(world: () => World): void {
  test("toolkits are listed in pages, fetched by slug, grouped and read", async () => {
    const { toolkits } = world().platform;
    const first = await toolkits.listToolkits({ limit: 1 });
    expect(first).toMatchObject({ total_items: 5, total_pages: 5, current_page: 1 });
    const second = await toolkits.listToolkits({ cursor: first.next_cursor ?? "" });
    const third = await toolkits.listToolkits({ cursor: second.next_cursor ?? "" });
    const fourth = await toolkits.listToolkits({ cursor: third.next_cursor ?? "" });
    const fifth = await toolkits.listToolkits({ cursor: fourth.next_cursor ?? "" });
    const pages = [first, second, third, fourth, fifth];
    expect(pages.flatMap(({ items }) => items).map(({ slug }) => slug)).toEqual([
      "acme",
      "hackernews",
      "plain",
      "quay",
      "vault",
    ]);
    expect(fifth.next_cursor).toBeNull();
    const found = await toolkits.fetchToolkits({
      body: { toolkits: ["hackernews", "unknown"], managed_by: "all", sort_by: "usage" },
    });
    expect(found.items.map(({ slug }) => slug)).toEqual(["hackernews"]);
    expect((await toolkits.listToolkitCategories()).items.length).toBeGreaterThan(0);
    const acme = await toolkits.getToolkit({ slug: "acme" });
    expect(acme.platform_managed_auth_schemes).toEqual(["OAUTH2"]);
    expect(
      acme.auth_config_details?.[0]?.fields.connected_account_initiation.required,
    ).toHaveLength(1);
    expect(await catchRefusal(toolkits.getToolkit({ slug: "unknown" }))).toBe(
      "404 Toolkit_NotFound",
    );
    expect(
      await catchRefusals([
        toolkits.listToolkits({ category: "unknown" }),
        toolkits.fetchToolkits({
          body: { category: "unknown", managed_by: "all", sort_by: "usage" },
        }),
      ]),
    ).toEqual(["404 Toolkit_CategoryNotFound"]);
    expect(
      await catchRefusals([
        toolkits.listToolkits({ limit: 5, cursor: first.next_cursor ?? "" }),
        toolkits.fetchToolkits({
          body: { cursor: "no cursor", managed_by: "all", sort_by: "usage" },
        }),
        toolkits.getToolkit({ slug: "NOT A SLUG" }),
      ]),
    ).toEqual(["400 Validation_Failed"]);
  });

  test("tools are listed, searched, named and read", async () => {
    const { tools } = world().platform;
    const searched = await tools.listTools({ search: "front page of hacker news" });
    expect(searched.items[0]?.slug).toBe("HACKERNEWS_LIST_TOP_STORIES");
    expect(await tools.listToolSlugs()).toContain("ACME_CREATE_THING");
    const versions = { acme: "20251120_00" };
    const listed = await tools.listTools({ toolkit_slug: "acme", toolkit_versions: versions });
    expect(listed.items.map(({ slug }) => slug)).not.toContain("ACME_GET_OLD");
    expect((await tools.getTool({ tool_slug: "ACME_GET_OLD" })).is_deprecated).toBe(true);
    const unknown = tools.getTool({ tool_slug: "ACME_FLY" });
    expect(await catchRefusal(unknown)).toBe("404 Tool_NotFound");
    const version = "20240101_00";
    expect(
      await catchRefusals([
        tools.getTool({ tool_slug: "ACME_GET_THING", version }),
        tools.getTool({ tool_slug: "ACME_GET_THING", toolkit_versions: { acme: version } }),
        tools.listTools({ toolkit_versions: { acme: version } }),
      ]),
    ).toEqual(["404 Tool_VersionNotFound"]);
    expect(await catchRefusal(tools.listTools({ toolkit_slug: "unknown" }))).toBe(
      "404 Toolkit_NotFound",
    );
    expect(await catchRefusal(tools.listTools({ limit: 5000 }))).toBe("400 Validation_Failed");
    expect(await catchRefusal(tools.getTool({ tool_slug: "lower" }))).toBe("400 Validation_Failed");
  });

  test("a tool without authentication is executed at its application, and the execution is logged", async () => {
    const { platform } = world();
    const done = await platform.tools.executeTool({
      tool_slug: "HACKERNEWS_GET_ITEM",
      body: { version: "latest", arguments: { id: 8863 } },
    });
    expect(done).toMatchObject({ successful: true, error: null, data: { title: "My YC app" } });
    const { logs } = await platform.logs.listToolExecutionLogs({
      body: { filters: { log_ids: [done.log_id] } },
    });
    expect(logs).toMatchObject([
      {
        tool_slug: "HACKERNEWS_GET_ITEM",
        status_code: 200,
        arguments: { id: 8863 },
        user_id: null,
      },
    ]);
    const range = { since: "2026-01-02T00:00:00.000Z", until: "2026-01-01T00:00:00.000Z" };
    const wrong = platform.logs.listToolExecutionLogs({ body: { time_range: range } });
    expect(await catchRefusal(wrong)).toBe("400 Validation_Failed");
  });

  test("an execution is in the log, as running, before its application is called", async () => {
    const { platform } = world();
    const body = { filters: { tool_slugs: ["ACME_CREATE_THING"] } };
    // While it is called, the application reads the log. It answers with the log's status.
    const server = createServer((_, response) => {
      platform.logs.listToolExecutionLogs({ body }).then(
        ({ logs: [log] }) => response.end(JSON.stringify({ seen: log?.status, id: log?.id })),
        () => response.end("{}"),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    const done = await platform.tools.executeTool({
      tool_slug: "ACME_CREATE_THING",
      body: {
        version: "latest",
        arguments: { title: "one" },
        custom_auth_params: { base_url: `http://127.0.0.1:${port}` },
      },
    });
    expect(done.data).toEqual({ seen: "running", id: done.log_id });
    const { logs } = await platform.logs.listToolExecutionLogs({ body });
    expect(logs[0]).toMatchObject({ id: done.log_id, status: "completed", successful: true });
    server.close();
  });

  test("arguments that do not fit are reported on a line for each field", async () => {
    const call = world().platform.tools.executeTool({
      tool_slug: "HACKERNEWS_GET_ITEM",
      body: { version: "latest", arguments: { id: "x", more: 1 } },
    });
    await expect(call).rejects.toMatchObject({
      body: {
        error: {
          slug: "ToolExecution_ArgumentsInvalid",
          errors: [
            "body.arguments.more: not allowed",
            expect.stringMatching(/^body\.arguments\.id: /),
          ],
        },
      },
    });
  });
}
