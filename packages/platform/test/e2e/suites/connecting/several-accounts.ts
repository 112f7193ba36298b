import { expect, test } from "vitest";
import { writePlainHead } from "../../../../src/applications/toolkits/testing/write-plain-head.ts";
import { goodKey } from "../../application.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";
import { createConfig } from "../accounts.ts";
import { openClient } from "../mcp/open-client.ts";

/** Several accounts of one user and toolkit. */
export function testSeveralAccounts(world: () => World): void {
  const open = async (config: string, user_id: string, alias?: string): Promise<string> => {
    const { id } = await world().platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config },
        ...(alias !== undefined && { alias }),
        connection: {
          user_id,
          state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: goodKey } },
        },
      },
    });
    return id;
  };
  const openTwo = async (user: string) => {
    const config = await createConfig(world(), "API_KEY");
    return {
      config,
      home: await open(config, user, "home"),
      work: await open(config, user, "work"),
    };
  };
  const tool_slug = "ACME_GET_THING";

  test("an alias is unique among the accounts of a user and a toolkit, until its account is deleted", async () => {
    const { connectedAccounts } = world().platform;
    const { config, home, work } = await openTwo("aliases");
    const link = { auth_config_id: config, user_id: "aliases", alias: "home" };
    expect(
      await catchRefusals([
        open(config, "aliases", "home"),
        connectedAccounts.createLink({ body: link }),
        connectedAccounts.updateConnectedAccount({ nanoid: work, body: { alias: "home" } }),
      ]),
    ).toEqual(["409 ConnectedAccount_AliasTaken"]);
    const twice = await Promise.all(
      ["a", "b"].map(() => catchRefusal(open(config, "aliases", "both"))),
    );
    expect(twice.toSorted()).toEqual(["409 ConnectedAccount_AliasTaken", "no error"]);
    const renamed = await Promise.all(
      [home, work].map((nanoid) =>
        catchRefusal(
          connectedAccounts.updateConnectedAccount({ nanoid, body: { alias: "third" } }),
        ),
      ),
    );
    expect(renamed.toSorted()).toEqual(["409 ConnectedAccount_AliasTaken", "no error"]);
    await open(config, "another user", "home");
    await connectedAccounts.deleteConnectedAccount({ nanoid: home });
    await open(config, "aliases", "home");
  });

  test("the API takes the newest account or the one with the alias, and says which one it was", async () => {
    const { tools } = world().platform;
    const { home, work } = await openTwo("api");
    const execute = async (body: object): Promise<string | null> =>
      (await tools.executeTool({ tool_slug, body })).connected_account_id;
    expect(await execute({ user_id: "api" })).toBe(work);
    expect(await execute({ user_id: "api", alias: "home" })).toBe(home);
    expect(await execute({ connected_account_id: home, alias: "home" })).toBe(home);
    expect(
      await catchRefusals([
        execute({ user_id: "api", alias: "none" }),
        execute({ connected_account_id: work, alias: "home" }),
      ]),
    ).toEqual(["404 ToolExecution_ConnectedAccountNotFound"]);
    expect(await catchRefusal(execute({ alias: "home" }))).toBe("400 Validation_Failed");
    const none = await tools.executeTool({
      tool_slug: "HACKERNEWS_GET_ITEM",
      body: { arguments: { id: 8863 } },
    });
    expect(none.connected_account_id).toBeNull();
  });

  test("an agent names one of several accounts, and without that none is chosen", async () => {
    const { toolRouter } = world().platform;
    const { home, work } = await openTwo("agent");
    const { session_id } = await toolRouter.createSession({ body: { user_id: "agent" } });
    const execute = async (account?: string) =>
      await toolRouter.executeSessionTool({
        session_id,
        body: { tool_slug, ...(account !== undefined && { account }) },
      });
    expect(await catchRefusal(execute())).toBe("422 ToolExecution_AccountAmbiguous");
    expect((await execute("home")).error).toBeNull();
    expect((await execute(work)).error).toBeNull();
    expect(await catchRefusal(execute("none"))).toBe("404 ToolExecution_ConnectedAccountNotFound");
    const { data } = await toolRouter.executeMetaTool({
      session_id,
      body: {
        slug: "PLATFORM_MULTI_EXECUTE_TOOL",
        arguments: {
          tools: [
            { tool_slug },
            ...["home", "x", "ca_000000000000"].map((account) => ({ tool_slug, account })),
          ],
        },
      },
    });
    const results = "total_count" in data ? data.results : [];
    expect(results.map(({ successful }) => successful)).toEqual([false, true, false, false]);
    expect(results[0]?.error).toBe(
      [
        `The user has several ACTIVE accounts of acme: "work" (${work}); "home" (${home}).`,
        "Name the account in `account`, by its alias or its id.",
      ].join("\n"),
    );
    expect(results[2]?.error).toContain('no account of acme with the alias "x"');
    for (const result of results.slice(2)) {
      expect(result.error).toMatch(
        /\nLeave the account out, or name another one by its alias or its id\.$/,
      );
    }
    const pinned = await toolRouter.createSession({
      body: { user_id: "agent", connected_accounts: { acme: home } },
    });
    const inPinned = async (account?: string) =>
      await toolRouter.executeSessionTool({
        session_id: pinned.session_id,
        body: { tool_slug, ...(account !== undefined && { account }) },
      });
    expect((await inPinned()).error).toBeNull();
    expect((await inPinned("home")).error).toBeNull();
    expect(await catchRefusals([inPinned("work"), inPinned(work)])).toEqual([
      "404 ToolExecution_ConnectedAccountNotFound",
    ]);
    await world().platform.connectedAccounts.setConnectedAccountStatus({
      nanoid: home,
      body: { enabled: false },
    });
    expect((await execute()).error).toBeNull();
  });

  test("an agent of an MCP server is told about the accounts too", async () => {
    const { mcp } = world().platform;
    const { config, home } = await openTwo("mcp agent");
    const { id } = await mcp.createMcpServer({
      body: { name: "Several accounts", auth_config_ids: [config], allowed_tools: [] },
    });
    const headers = { "x-api-key": world().keys.project };
    const call = async (query: string) => {
      const client = await openClient(`${world().url}/mcp/${id}?${query}`, headers);
      const result = await client.callTool({ name: tool_slug, arguments: {} });
      await client.close();
      return result;
    };
    const several = await call("user_id=mcp%20agent");
    expect(several.isError).toBe(true);
    expect(JSON.stringify(several.content)).toContain("several ACTIVE accounts of acme");
    expect((await call(`connected_account_id=${home}`)).isError).toBeUndefined();
    await mcp.deleteMcpServer({ id });
  });

  test("an account shows who it is at its application, once somebody asked there", async () => {
    const { connectedAccounts, toolkits } = world().platform;
    const slug = "lighthouse";
    await toolkits.importToolkit({
      body: {
        slug,
        document: `${writePlainHead(slug, `${world().application.url}/api`)}
  auth: [{ mode: API_KEY, security_scheme: key, name: Key, test_operation: getMe }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /me: { get: { operationId: getMe, summary: Get me, description: Answers the user., responses: { '200': { description: Done. } } } }
`,
      },
    });
    const config = await createConfig(world(), "API_KEY", [], slug);
    const nanoid = await open(config, "known");
    const read = async () => (await connectedAccounts.getConnectedAccount({ nanoid })).identity;
    expect(await read()).toBeNull();
    const identity = { id: "7", name: "Ada Lovelace", email: null, login: "ada" };
    const changed = await connectedAccounts.updateConnectedAccount({
      nanoid,
      body: {
        connection: { state: { val: { generic_api_key: goodKey } } },
        validate_credentials: true,
      },
    });
    expect(changed).toMatchObject({ identity, credentials_checked: true });
    expect(await read()).toEqual(identity);
    const [listed] = (await connectedAccounts.listConnectedAccounts({ user_ids: ["known"] })).items;
    expect(listed?.identity).toEqual(identity);
    await open(config, "known");
    const { toolRouter } = world().platform;
    const { session_id } = await toolRouter.createSession({ body: { user_id: "known" } });
    const { data } = await toolRouter.executeMetaTool({
      session_id,
      body: {
        slug: "PLATFORM_MULTI_EXECUTE_TOOL",
        arguments: { tools: [{ tool_slug: "LIGHTHOUSE_GET_ME" }] },
      },
    });
    expect(JSON.stringify(data)).toContain(`${nanoid}, ada (no alias)`);
    await toolkits.deleteToolkit({ slug });
  });
}
