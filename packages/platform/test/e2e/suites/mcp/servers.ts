import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { goodKey } from "../../application.ts";
import { catchRefusal, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

const unknown = "00000000-0000-4000-8000-000000000000";

/** MCP servers, their instances and their URLs. */
export function testMcp(world: () => World): void {
  const bindMcp = () => world().platform.mcp;
  const connectUser = (config: string, user_id: string) =>
    connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id, validate: true });

  test("a server is made of auth configs, read, changed, listed and deleted", async () => {
    const config = await createConfig(world(), "API_KEY");
    const made = await bindMcp().createMcpServer({
      body: { name: "Support tools", auth_config_ids: [config], allowed_tools: ["ACME_GET_THING"] },
    });
    const { id } = made;
    const { baseUrl } = world().serving.platform;
    expect(made).toMatchObject({
      name: "Support tools",
      auth_config_ids: [config],
      allowed_tools: ["ACME_GET_THING"],
      toolkits: ["acme"],
      toolkit_icons: { acme: expect.stringContaining("acme") },
      mcp_url: `${baseUrl}/mcp/${id}`,
      server_instance_count: 0,
      managed_auth_via_platform: true,
    });
    expect(await bindMcp().getMcpServer({ id })).toEqual({ ...made, deleted: false });
    const changed = await bindMcp().updateMcpServer({
      id,
      body: { toolkits: ["hackernews"], allowed_tools: [], managed_auth_via_platform: false },
    });
    expect(changed).toMatchObject({
      id,
      toolkits: ["acme", "hackernews"],
      allowed_tools: [],
      managed_auth_via_platform: false,
      deleted: false,
    });
    const listed = await bindMcp().listMcpServers({ name: "UPPORT", toolkits: "quay,hackernews" });
    expect(listed).toMatchObject({ total_pages: 1, current_page: 1, items: [{ id }] });
    expect((await bindMcp().listMcpServers({ auth_config_ids: config })).items).toHaveLength(1);
    expect((await bindMcp().listMcpServers({ page_no: 2 })).items).toEqual([]);
    const ofApp = await bindMcp().listMcpServersOfApp({ appKey: "acme", name: "support" });
    expect(ofApp.items.map((each) => each.id)).toEqual([id]);
    expect((await bindMcp().listMcpServersOfApp({ appKey: "quay" })).items).toEqual([]);
    expect(await bindMcp().deleteMcpServer({ id })).toEqual({ id, deleted: true });
    expect(await catchRefusal(bindMcp().deleteMcpServer({ id }))).toBe("404 Mcp_ServerNotFound");
    expect(await catchRefusal(bindMcp().getMcpServer({ id }))).toBe("404 Mcp_ServerNotFound");
  });

  test("wrong parts of a server are refused, each with its own error", async () => {
    const config = await createConfig(world(), "API_KEY");
    const first = await bindMcp().createCustomMcpServer({
      body: { name: "First one", toolkits: ["hackernews"], auth_config_ids: [config] },
    });
    const second = await bindMcp().createCustomMcpServer({
      body: { name: "Second one", toolkits: ["hackernews"] },
    });
    const create = (body: object) => () =>
      bindMcp().createMcpServer({ body: { name: "Another", auth_config_ids: [config], ...body } });
    const createCustom = (body: object) => () =>
      bindMcp().createCustomMcpServer({
        body: { name: "Another", toolkits: ["hackernews"], ...body },
      });
    const update =
      (body: object, id = second.id) =>
      () =>
        bindMcp().updateMcpServer({ id, body });
    const refusals: readonly (readonly [() => Promise<unknown>, string])[] = [
      [create({ name: "first ONE" }), "409 Mcp_NameTaken"],
      [create({ auth_config_ids: ["ac_000000000000"] }), "404 AuthConfig_NotFound"],
      [create({ allowed_tools: ["HACKERNEWS_GET_ITEM"] }), "400 Mcp_ToolUnknown"],
      [createCustom({ name: "First one" }), "409 Mcp_NameTaken"],
      [createCustom({ toolkits: ["missing"] }), "404 Toolkit_NotFound"],
      [createCustom({ auth_config_ids: ["ac_000000000000"] }), "404 AuthConfig_NotFound"],
      [createCustom({ allowed_tools: ["ACME_GET_THING"] }), "400 Mcp_ToolUnknown"],
      [update({ name: "First one" }), "409 Mcp_NameTaken"],
      [update({ toolkits: ["missing"] }), "404 Toolkit_NotFound"],
      [update({ toolkits: [] }), "400 Validation_Failed"],
      [update({ auth_config_ids: ["ac_000000000000"] }), "404 AuthConfig_NotFound"],
      [update({ allowed_tools: ["ACME_GET_THING"] }), "400 Mcp_ToolUnknown"],
      [update({ name: "Third one" }, unknown), "404 Mcp_ServerNotFound"],
      [() => bindMcp().listMcpServersOfApp({ appKey: "missing" }), "404 Toolkit_NotFound"],
    ];
    for (const [ask, refusal] of refusals) {
      expect(await catchRefusal(ask())).toBe(refusal);
    }
    await bindMcp().updateMcpServer({ id: first.id, body: { name: "FIRST one" } });
    await bindMcp().deleteMcpServer({ id: first.id });
    await bindMcp().deleteMcpServer({ id: second.id });
  });

  test("an instance needs the accounts of its user, and deleting it deletes them", async () => {
    const { platform } = world();
    const config = await createConfig(world(), "API_KEY");
    const { id } = await bindMcp().createMcpServer({
      body: { name: "Instances", auth_config_ids: [config] },
    });
    const create = (user_id: string, serverId = id) =>
      bindMcp().createMcpInstance({ serverId, body: { user_id } });
    expect(await catchRefusal(create("iris"))).toBe("403 Mcp_UserNotConnected");
    const account = await connectUser(config, "iris");
    const instance = await create("iris");
    expect(instance).toMatchObject({ instance_id: "iris", mcp_server_id: id });
    expect(await catchRefusal(create("iris"))).toBe("409 Mcp_InstanceExists");
    expect(await catchRefusal(create("iris", unknown))).toBe("404 Mcp_ServerNotFound");
    const listed = await bindMcp().listMcpInstances({ serverId: id });
    expect(listed).toMatchObject({
      instances: [instance],
      server_id: id,
      server_name: "Instances",
      total_pages: 1,
    });
    expect(await catchRefusal(bindMcp().listMcpInstances({ serverId: unknown }))).toBe(
      "404 Mcp_ServerNotFound",
    );
    expect((await bindMcp().getMcpServer({ id })).server_instance_count).toBe(1);
    const remove = (serverId = id) =>
      bindMcp().deleteMcpInstance({ serverId, instanceId: instance.id });
    expect(await catchRefusal(remove(unknown))).toBe("404 Mcp_ServerNotFound");
    expect(await remove()).toEqual({
      message: "The instance was deleted with one connected account.",
      deleted_connected_accounts: [account],
    });
    expect(await catchRefusal(remove())).toBe("404 Mcp_InstanceNotFound");
    await connectUser(config, "ina");
    await create("ina");
    const { erased } = await platform.users.deleteUser({ user_id: "ina" });
    expect(erased).toMatchObject({ connected_accounts: 1, mcp_instances: 1 });
    expect((await bindMcp().getMcpServer({ id })).server_instance_count).toBe(0);
    expect(
      await catchRefusal(platform.connectedAccounts.getConnectedAccount({ nanoid: account })),
    ).toBe("404 ConnectedAccount_NotFound");
    await bindMcp().deleteMcpServer({ id });
  });

  test("the same request makes the same URLs until the key is rotated", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connectUser(config, "urs");
    const { id, mcp_url } = await bindMcp().createMcpServer({
      body: { name: "Signed URLs", auth_config_ids: [config] },
    });
    const generate = (more: object = {}) =>
      bindMcp().generateMcpUrls({
        body: {
          mcp_server_id: id,
          user_ids: ["urs", "a&b=c"],
          connected_account_ids: [account],
          ...more,
        },
      });
    const first = await generate();
    expect(first.mcp_url).toBe(mcp_url);
    const queries = [...first.user_ids_url, ...first.connected_account_urls].map(
      (url) => new URL(url).searchParams,
    );
    expect(
      queries.map((query) => query.get("user_id") ?? query.get("connected_account_id")),
    ).toEqual(["urs", "a&b=c", account]);
    expect(new Set(queries.map((query) => query.get("sig"))).size).toBe(3);
    expect(await generate({ managed_auth_by_platform: true })).toEqual(first);
    expect((await bindMcp().getMcpServer({ id })).managed_auth_via_platform).toBe(true);
    const rotated = await generate({ rotate: true });
    expect(rotated.user_ids_url[0]).not.toBe(first.user_ids_url[0]);
    expect(await generate()).toEqual(rotated);
    const other = await bindMcp().createCustomMcpServer({
      body: { name: "Other toolkit", toolkits: ["hackernews"] },
    });
    const refusals: readonly (readonly [object, string])[] = [
      [{ mcp_server_id: unknown }, "404 Mcp_ServerNotFound"],
      [{ connected_account_ids: ["ca_000000000000"] }, "404 ConnectedAccount_NotFound"],
      [{ mcp_server_id: other.id }, "400 Validation_Failed"],
    ];
    for (const [more, refusal] of refusals) {
      expect(await catchRefusal(generate(more))).toBe(refusal);
    }
    await bindMcp().deleteMcpServer({ id });
    await bindMcp().deleteMcpServer({ id: other.id });
  });

  test("each command is one program with its arguments, whatever the server's name is", async () => {
    for (const name of ["----", "- rm -rf", "  a  b  ", "--help", "Ab-9 x", "-e 1"]) {
      const { id, mcp_url, commands } = await bindMcp().createCustomMcpServer({
        body: { name, toolkits: ["hackernews"] },
      });
      const url = `${mcp_url}?user_id=default`;
      const words = Object.fromEntries(
        Object.entries(commands).map(([client, line]) => [client, readWords(line)]),
      );
      const short = words.claude?.[5] ?? "";
      expect(short).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
      const header = ["--header", "x-api-key: the key"];
      expect(words).toEqual({
        claude: ["claude", "mcp", "add", "--transport", "http", short, url, ...header],
        cursor: ["cursor", "--add-mcp", expect.any(String)],
        windsurf: [
          ...["npx", "-y", "install-mcp", url, "--client", "windsurf", "--name", short],
          ...header,
        ],
      });
      expect(JSON.parse(words.cursor?.[2] ?? "")).toEqual({
        name: short,
        url,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor reads the variable by this syntax.
        headers: { "x-api-key": "${env:PLATFORM_API_KEY}" },
      });
      const user = 'o\'neil & "co" $HOME';
      const own = await bindMcp().getMcpServer({ id, user_id: user, key_variable: "ACME_KEY" });
      const [, , , , , , address, ...rest] = readWords(own.commands.claude);
      expect(new URL(address ?? "").searchParams.get("user_id")).toBe(user);
      expect(rest).toEqual(["--header", "x-api-key: the other key"]);
      expect(own.commands.cursor).toContain("{env:ACME_KEY}");
      expect(await catchRefusal(bindMcp().getMcpServer({ id, key_variable: "A;rm" }))).toBe(
        "400 Validation_Failed",
      );
      await bindMcp().deleteMcpServer({ id });
    }
  });
}

/** Splits a line into words as a POSIX shell does. */
function readWords(line: string): readonly string[] {
  const printed = execFileSync("sh", ["-c", `printf '%s\\n' ${line}`], {
    encoding: "utf8",
    env: { PLATFORM_API_KEY: "the key", ACME_KEY: "the other key" },
  });
  return printed.trimEnd().split("\n");
}
