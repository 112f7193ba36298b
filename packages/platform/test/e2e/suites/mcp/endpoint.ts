import { expect, test } from "vitest";
import { writePlainHead } from "../../../../src/applications/toolkits/testing/write-plain-head.ts";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { addToDatabaseNow } from "../../../../src/base/db/now.ts";
import { runInProject } from "../../../../src/domain/scope.ts";
import { introduce, stateless } from "../../../mcp/support/stateless-requests.ts";
import { goodKey } from "../../application.ts";
import type { World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";
import { openClient } from "./open-client.ts";

/** The endpoint of an MCP server. */
export function testMcpEndpoint(world: () => World): void {
  const bindMcp = () => world().platform.mcp;
  const withKey = () => ({ "x-api-key": world().keys.project });
  const buildEndpoint = (id: string, query: string) => `${world().url}/mcp/${id}${query}`;
  const create = async (name: string, config: string, allowed: string[] = []) =>
    (
      await bindMcp().createMcpServer({
        body: { name, auth_config_ids: [config], allowed_tools: allowed },
      })
    ).id;
  const connectUser = async (config: string, user_id: string) =>
    await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id });
  const requireKey = (require_mcp_api_key: boolean) =>
    world().platform.projects.updateProjectConfig({ body: { require_mcp_api_key } });
  const send = async (
    id: string,
    query: string,
    message: unknown,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const response = await world().coverage.fetch(
      new Request(buildEndpoint(id, query), {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body: JSON.stringify(message),
      }),
    );
    const text = await response.text();
    const { error } = (text === "" ? {} : JSON.parse(text)) as {
      error?: { slug?: string; code: number };
    };
    return `${response.status} ${error?.slug ?? error?.code ?? "done"}`;
  };
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const introduced = { ...ping, params: { _meta: introduce() } };
  const ofStateless = { "mcp-protocol-version": stateless };

  test("the SDK's client lists the allowed tools and calls them with the account of the user", async () => {
    const config = await createConfig(world(), "API_KEY");
    await connectUser(config, "mia");
    const id = await create("Called", config, ["ACME_CREATE_THING", "ACME_GET_THING"]);
    const client = await openClient(buildEndpoint(id, "?user_id=mia"), withKey());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "ACME_CREATE_THING",
      "ACME_GET_THING",
      "PLATFORM_READ_RESULT",
    ]);
    expect(tools[1]).toMatchObject({
      title: expect.any(String),
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    });
    const done = await client.callTool({ name: "ACME_CREATE_THING", arguments: { title: "a" } });
    expect(done.isError).toBeUndefined();
    expect(done.structuredContent).toBeDefined();
    expect(world().application.seen.at(-1)?.headers["x-key"]).toBe(goodKey);
    const wrong = await client.callTool({ name: "ACME_CREATE_THING", arguments: { title: 1 } });
    expect(wrong.isError).toBe(true);
    expect(JSON.stringify(wrong.content)).toContain("title");
    await expect(client.callTool({ name: "HACKERNEWS_GET_ITEM" })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.listTools({ cursor: "x" })).rejects.toMatchObject({ code: -32602 });
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("a server with a tool that takes files has one that uploads them", async () => {
    const config = await createConfig(world(), "API_KEY", [], "vault");
    await connectUser(config, "mia");
    const id = await create("Files", config, ["VAULT_UPLOAD_DOCUMENT"]);
    const client = await openClient(buildEndpoint(id, "?user_id=mia"), withKey());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "VAULT_UPLOAD_DOCUMENT",
      "PLATFORM_UPLOAD_FILE",
      "PLATFORM_READ_RESULT",
    ]);
    const about = { filename: "a.txt", mimetype: "text/plain", content: "YWJj" };
    const upload = async (tool_slug: string) =>
      await client.callTool({ name: "PLATFORM_UPLOAD_FILE", arguments: { ...about, tool_slug } });
    const made = (await upload("VAULT_UPLOAD_DOCUMENT")).structuredContent;
    const { file } = made as Schemas["UploadFileData"];
    const call = { name: "VAULT_UPLOAD_DOCUMENT", arguments: { file } };
    expect((await client.callTool(call)).isError).toBeUndefined();
    // Takes files too, and is not one of the server's.
    expect(await upload("VAULT_PUT_PICTURE")).toMatchObject({ isError: true });
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("a user who is not connected gets a link, and the same call works after it was followed", async () => {
    const config = await createConfig(world(), "API_KEY");
    const id = await create("Not connected", config);
    const client = await openClient(buildEndpoint(id, "?user_id=noah"), withKey());
    const call = () => client.callTool({ name: "ACME_CREATE_THING", arguments: { title: "a" } });
    await bindMcp().updateMcpServer({ id, body: { managed_auth_via_platform: false } });
    const missing = await call();
    expect(missing.isError).toBe(true);
    expect(JSON.stringify(missing.content)).toContain("this server gives out no links");
    await bindMcp().updateMcpServer({ id, body: { managed_auth_via_platform: true } });
    const refused = await call();
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toMatch(
      /Acme is not connected for the user noah\. Show the user this link[^"]+: http[^"]+\/link\/lk_/,
    );
    const countWaiting = async (user_id: string) =>
      (
        await world().platform.connectedAccounts.listConnectedAccounts({
          auth_config_ids: [config],
          user_ids: [user_id],
          statuses: ["INITIATED"],
        })
      ).items.length;
    // The link is the same as before, and no second account was created.
    expect((await call()).content).toEqual(refused.content);
    expect(await countWaiting("noah")).toBe(1);
    const other = await openClient(buildEndpoint(id, "?user_id=olaf"), withKey());
    const ofOther = await other.callTool({ name: "ACME_CREATE_THING", arguments: { title: "a" } });
    expect(JSON.stringify(ofOther.content)).toContain("/link/lk_");
    expect(ofOther.content).not.toEqual(refused.content);
    await other.close();
    // A link that is about to expire is not given out again.
    const { platform, serving } = world();
    const { project } = await platform.auth.getSessionInfo();
    await runInProject(serving.platform, project?.id ?? "", (scope) =>
      scope.trx
        .updateTable("link_tokens")
        .set({ expires_at: addToDatabaseNow(120_000) })
        .where("outcome", "is", null)
        .execute(),
    );
    const renewed = await call();
    expect(JSON.stringify(renewed.content)).toContain("/link/lk_");
    expect(renewed.content).not.toEqual(refused.content);
    await connectUser(config, "noah");
    expect((await call()).isError).toBeUndefined();
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("a server without an auth config gives a link too, and makes the auth config for keys of users", async () => {
    const { id } = await bindMcp().createCustomMcpServer({
      body: { name: "Keys of users", toolkits: ["plain"] },
    });
    const client = await openClient(buildEndpoint(id, "?user_id=kim"), withKey());
    const call = () => client.callTool({ name: "PLAIN_GET_THING", arguments: {} });
    const missing = await call();
    expect(JSON.stringify(missing.content)).toMatch(/Plain[^"]+\/link\/lk_|plain[^"]+\/link\/lk_/);
    expect((await call()).content).toEqual(missing.content);
    const { authConfigs } = world().platform;
    const { items } = await authConfigs.listAuthConfigs({ toolkit_slug: "plain" });
    expect(items).toMatchObject([{ auth_scheme: "API_KEY", is_platform_managed: false }]);
    await authConfigs.deleteAuthConfig({ nanoid: items[0]?.id ?? "" });
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("a server uses only the accounts of its auth configs", async () => {
    const [own, other] = [
      await createConfig(world(), "API_KEY"),
      await createConfig(world(), "API_KEY"),
    ];
    const account = await connectUser(other, "olga");
    const id = await create("Own accounts", own);
    for (const query of ["?user_id=olga", `?connected_account_id=${account}`]) {
      const client = await openClient(buildEndpoint(id, query), withKey());
      const called = await client.callTool({
        name: "ACME_CREATE_THING",
        arguments: { title: "a" },
      });
      expect([query, called.isError]).toEqual([query, true]);
      await client.close();
    }
    await bindMcp().updateMcpServer({ id, body: { auth_config_ids: [own, other] } });
    const client = await openClient(buildEndpoint(id, "?user_id=olga"), withKey());
    const called = await client.callTool({ name: "ACME_CREATE_THING", arguments: { title: "a" } });
    expect(called.isError).toBeUndefined();
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("a URL of an account shows the tools of its toolkit, and of toolkits that need no account", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connectUser(config, "pia");
    const { id } = await bindMcp().createCustomMcpServer({
      body: { name: "Of an account", toolkits: ["hackernews", "quay"], auth_config_ids: [config] },
    });
    const client = await openClient(
      buildEndpoint(id, `?connected_account_id=${account}`),
      withKey(),
    );
    const { tools } = await client.listTools();
    const toolkits = new Set(tools.map(({ name }) => name.split("_")[0]));
    expect([...toolkits].toSorted()).toEqual(["ACME", "HACKERNEWS", "PLATFORM"]);
    await expect(client.callTool({ name: "QUAY_WHO_AM_I" })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("a server shows the tools that its auth configs allow", async () => {
    const config = await createConfig(world(), "API_KEY");
    await world().platform.authConfigs.updateAuthConfig({
      nanoid: config,
      body: {
        tool_access_config: { tools_available_for_execution: ["ACME_GET_THING"] },
      },
    });
    const id = await create("Restricted", config);
    const client = await openClient(buildEndpoint(id, "?user_id=mia"), withKey());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "ACME_GET_THING",
      "PLATFORM_READ_RESULT",
    ]);
    await expect(client.callTool({ name: "ACME_CREATE_THING" })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
    await bindMcp().deleteMcpServer({ id });
  });

  test("the SDK's client accepts a result that fits its output schema, and one of an application that breaks its document", async () => {
    const { platform, application } = world();
    const describe = (operationId: string, properties: object) => ({
      get: {
        operationId,
        responses: {
          200: {
            description: "The item.",
            content: {
              "application/json": {
                schema: { type: "object", required: Object.keys(properties), properties },
              },
            },
          },
        },
      },
    });
    const paths = {
      "/item/8863.json": describe("keep", { id: { type: "integer" }, title: { type: "string" } }),
      "/item/8863.json#other": describe("break", {
        id: { type: "string" },
        score: { type: "integer" },
        type: { type: "string", enum: ["comment"] },
      }),
    };
    const document = writePlainHead("loose")
      .replace("https://loose.example/api/", `${application.url}/hn`)
      .concat(`paths: ${JSON.stringify(paths)}`);
    await platform.toolkits.importToolkit({ body: { slug: "loose", document } });
    const { id } = await bindMcp().createCustomMcpServer({
      body: { name: "Loose", toolkits: ["loose"] },
    });
    const client = await openClient(buildEndpoint(id, "?user_id=mia"), withKey());
    // The client checks results with the schemas that it has listed.
    const { tools } = await client.listTools();
    const ofApplication = tools.slice(0, 2);
    expect(
      ofApplication.map(({ outputSchema }) => Object.keys(outputSchema?.properties ?? {})),
    ).toEqual([
      ["id", "score", "type"],
      ["id", "title"],
    ]);
    const answer = { id: 8863, type: "story", title: "My YC app", by: "dhouston" };
    const kept = await client.callTool({ name: "LOOSE_KEEP" });
    expect(kept).toMatchObject({ structuredContent: answer, content: [{ type: "text" }] });
    expect(JSON.stringify(kept.content)).not.toContain("My YC app");
    const broken = await client.callTool({ name: "LOOSE_BREAK" });
    const { id: _, ...fitting } = answer;
    expect(broken.isError).toBeUndefined();
    expect(broken.structuredContent).toEqual(fitting);
    const note = {
      type: "text",
      text: expect.stringContaining("differs from its description at /id."),
    };
    expect(broken.content).toEqual([expect.anything(), note]);
    expect(JSON.stringify(broken.content)).toContain('\\"/id\\":8863');
    const asText = await openClient(buildEndpoint(id, "?user_id=mia&results=text"), withKey());
    expect((await asText.listTools()).tools.some((tool) => tool.outputSchema)).toBe(false);
    const inText = await asText.callTool({ name: "LOOSE_KEEP" });
    expect(inText.structuredContent).toBeUndefined();
    expect(inText.content).toEqual([{ type: "text", text: JSON.stringify(answer) }]);
    await asText.close();
    await client.close();
    await bindMcp().deleteMcpServer({ id });
    await platform.toolkits.deleteToolkit({ slug: "loose" });
  });

  test("a long list of tools comes in pages, each tool once", async () => {
    const { platform } = world();
    const operations = Array.from({ length: 250 }, (_, index) => [
      `/things/${index}`,
      { get: { operationId: `read${index}`, responses: { 200: { description: "The thing." } } } },
    ]);
    const document = `${writePlainHead("many")}paths: ${JSON.stringify(Object.fromEntries(operations))}`;
    await platform.toolkits.importToolkit({ body: { slug: "many", document } });
    const { id } = await bindMcp().createCustomMcpServer({
      body: { name: "Long list", toolkits: ["many"] },
    });
    const client = await openClient(buildEndpoint(id, "?user_id=mia"), withKey());
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor });
      pages.push(page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 50, 50, 51]);
    expect(new Set(pages.flat()).size).toBe(251);
    await client.close();
    await bindMcp().deleteMcpServer({ id });
    await platform.toolkits.deleteToolkit({ slug: "many" });
  });

  test("a URL does not authorize without the project's key or the server's signature", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connectUser(config, "sia");
    const id = await create("Proofs", config);
    const generate = async (more: object = {}) => {
      const body = { mcp_server_id: id, user_ids: ["sia"], connected_account_ids: [account] };
      const made = await bindMcp().generateMcpUrls({ body: { ...body, ...more } });
      return [...made.user_ids_url, ...made.connected_account_urls].map(
        (url) => new URL(url).search,
      );
    };
    const [user = "", ofAccount = ""] = await generate();
    const denied = "401 Mcp_AccessDenied";
    expect(await send(id, user, ping)).toBe(denied);
    expect(await send(id, "?user_id=sia", ping, withKey())).toBe("200 done");
    await requireKey(false);
    try {
      expect(await send(id, user, ping)).toBe("200 done");
      expect(await send(id, ofAccount, ping)).toBe("200 done");
      expect(await send(id, "?user_id=sia", ping)).toBe(denied);
      expect(await send(id, user.replace("sia", "tia"), ping)).toBe(denied);
      // A user may have the name of an account: the signature also covers which of the two is meant.
      const named = await generate({ user_ids: [account], connected_account_ids: [] });
      const asAccount = (named[0] ?? "").replace("user_id=", "connected_account_id=");
      expect(asAccount).toContain(account);
      expect(await send(id, named[0] ?? "", ping)).toBe("200 done");
      expect(await send(id, asAccount, ping)).toBe(denied);
      const other = await create("Other proofs", config);
      expect(await send(other, user, ping)).toBe(denied);
      const again = { "idempotency-key": "a call over MCP" };
      expect(await send(id, user, ping, again)).toBe("200 done");
      expect(await send(id, user.replace(/sig=[^&]+/, "sig=v1.x"), ping, again)).toBe(denied);
      await generate({ rotate: true });
      expect(await send(id, user, ping)).toBe(denied);
      const [renewed = ""] = await generate();
      expect(await send(id, renewed, ping)).toBe("200 done");
      await bindMcp().deleteMcpServer({ id });
      expect(await send(id, renewed, ping)).toBe("404 Mcp_ServerNotFound");
      await bindMcp().deleteMcpServer({ id: other });
    } finally {
      await requireKey(true);
    }
  });

  test("contradictory requests are refused, each with its own error", async () => {
    const config = await createConfig(world(), "API_KEY");
    const id = await create("Refusals", config);
    const one = "?user_id=mia";
    const refusals: readonly (readonly [Promise<string>, string])[] = [
      [send(id, "", ping, withKey()), "400 Mcp_UserMissing"],
      [send(id, one, ping), "401 Mcp_AccessDenied"],
      [send(crypto.randomUUID(), one, ping), "404 Mcp_ServerNotFound"],
      [send(crypto.randomUUID(), one, ping, withKey()), "404 Mcp_ServerNotFound"],
      [send(id, one, ping, { "x-api-key": world().keys.other }), "404 Mcp_ServerNotFound"],
      [
        send(id, `${one}&connected_account_id=ca_000000000000`, ping, withKey()),
        "400 Validation_Failed",
      ],
      [send(id, one, [ping], withKey()), "400 Validation_Failed"],
      [
        send(id, one, { jsonrpc: "1.0", id: 1, method: "ping" }, withKey()),
        "400 Validation_Failed",
      ],
      [
        send(id, one, { ...ping, params: { long: "x".repeat(1024 * 1024) } }, withKey()),
        "413 Request_BodyTooLarge",
      ],
      [send(id, one, ping, { ...withKey(), "mcp-protocol-version": "2024-11-05" }), "400 -32022"],
      [send(id, one, ping, { ...withKey(), ...ofStateless }), "400 -32602"],
      [send(id, one, introduced, { ...withKey(), ...ofStateless }), "400 -32020"],
      [
        send(id, one, introduced, { ...withKey(), ...ofStateless, "mcp-method": "ping" }),
        "404 -32601",
      ],
      [send(id, one, ping, { "x-api-key": "ak_wrong" }), "401 Auth_KeyInvalid"],
      [send(id, one, ping, { "x-api-key": world().keys.owner }), "403 Auth_ProjectKeyRequired"],
      [
        send(id, one, ping, { ...withKey(), origin: "https://evil.example.com" }),
        "403 Auth_OriginNotAllowed",
      ],
      [
        send(id, one, { jsonrpc: "2.0", method: "notifications/initialized" }, withKey()),
        "202 done",
      ],
    ];
    for (const [sent, refusal] of refusals) {
      expect(await sent).toBe(refusal);
    }
    await bindMcp().deleteMcpServer({ id });
  });

  test("a client that leaves in the middle of a call ends the request to the application", async () => {
    const { application } = world();
    const config = await createConfig(world(), "API_KEY");
    await connectUser(config, "lea");
    const id = await create("Leaving", config);
    const release = application.holdSlow();
    const leaving = new AbortController();
    const before = application.left.length;
    const asked = application.seen.length;
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ACME_GET_SLOW", arguments: {} },
    });
    const sent = fetch(buildEndpoint(id, "?user_id=lea"), {
      method: "POST",
      signal: leaving.signal,
      headers: {
        ...withKey(),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body,
    });
    await expect.poll(() => application.seen.length).toBeGreaterThan(asked);
    leaving.abort();
    await expect(sent).rejects.toThrow();
    await expect.poll(() => application.left.length).toBe(before + 1);
    release();
    await bindMcp().deleteMcpServer({ id });
  });
}
