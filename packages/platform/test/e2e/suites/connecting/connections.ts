import { expect, test } from "vitest";
import { goodKey } from "../../application.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

/** The life of connected accounts: created, refreshed, switched off, deleted. */
export function testConnections(world: () => World): void {
  test("accounts are listed, switched, deleted and found by their legacy id", async () => {
    const { platform } = world();
    const { connectedAccounts, migration } = platform;
    const config = await createConfig(world(), "API_KEY");
    const id = await connect(
      world(),
      config,
      "API_KEY",
      { generic_api_key: goodKey },
      { user_id: "lee" },
    );
    const listed = await connectedAccounts.listConnectedAccounts({
      user_ids: ["lee", "nobody"],
      statuses: ["ACTIVE"],
      toolkit_slugs: ["acme"],
    });
    expect(listed.items.map((account) => account.id)).toEqual([id]);
    const uuid = listed.items[0]?.deprecated?.uuid ?? "";
    expect(await migration.getNanoId({ uuid, type: "CONNECTED_ACCOUNT" })).toEqual({ nanoid: id });
    const on = connectedAccounts.setConnectedAccountStatus({ nanoid: id, body: { enabled: true } });
    expect(await catchRefusal(on)).toBe("422 ConnectedAccount_NotInactive");
    expect(await catchRefusal(connectedAccounts.refreshConnectedAccount({ nanoid: id }))).toBe(
      "501 ConnectedAccount_RefreshUnsupported",
    );
    expect(await connectedAccounts.deleteConnectedAccount({ nanoid: id })).toEqual({
      success: true,
    });
    expect(
      await catchRefusals([
        connectedAccounts.getConnectedAccount({ nanoid: id }),
        connectedAccounts.deleteConnectedAccount({ nanoid: id }),
        connectedAccounts.setConnectedAccountStatus({ nanoid: id, body: { enabled: true } }),
        connectedAccounts.refreshConnectedAccount({ nanoid: id }),
      ]),
    ).toEqual(["404 ConnectedAccount_NotFound"]);
    const gone = migration.getNanoId({ uuid, type: "CONNECTED_ACCOUNT" });
    expect(await catchRefusal(gone)).toBe("410 Migration_Deleted");
    const never = "5d0c8f1a-3b7e-4c92-a6d4-1e9f7b2c8d53";
    const unknown = migration.getNanoId({ uuid: never, type: "TRIGGER_INSTANCE" });
    expect(await catchRefusal(unknown)).toBe("404 Migration_NotFound");
    const none = migration.getNanoId({ uuid: "none", type: "AUTH_CONFIG" });
    expect(await catchRefusal(none)).toBe("400 Migration_UuidInvalid");
    const wrong = migration.getNanoId({ uuid: never, type: "PLANET" as never });
    expect(await catchRefusal(wrong)).toBe("400 Validation_Failed");
  });

  test("filters that are too many or unknown are refused", async () => {
    const { connectedAccounts } = world().platform;
    const user_ids = Array.from({ length: 201 }, (_, index) => `user-${index}`);
    expect(await catchRefusal(connectedAccounts.listConnectedAccounts({ user_ids }))).toBe(
      "422 ConnectedAccount_TooManyFilterValues",
    );
    const toolkit_slugs = ["unknown"];
    expect(await catchRefusal(connectedAccounts.listConnectedAccounts({ toolkit_slugs }))).toBe(
      "404 Toolkit_NotFound",
    );
    expect(await catchRefusal(connectedAccounts.listConnectedAccounts({ limit: 0 }))).toBe(
      "400 Validation_Failed",
    );
  });

  test("a connection that cannot be made is refused with the reason", async () => {
    const { connectedAccounts } = world().platform;
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    expect(await catchRefusal(connect(world(), config, "API_KEY", {}))).toBe(
      "400 ConnectedAccount_CredentialsMissing",
    );
    expect(await catchRefusal(connect(world(), config, "BASIC", val))).toBe(
      "400 ConnectedAccount_SchemeMismatch",
    );
    const rejected = connect(
      world(),
      config,
      "API_KEY",
      { generic_api_key: "wrong" },
      { validate: true },
    );
    expect(await catchRefusal(rejected)).toBe("400 ConnectedAccount_CredentialsRejected");
    expect(await connect(world(), config, "API_KEY", val, { validate: true })).toMatch(/^ca_/);
    const callback_url = "http://evil.example/";
    const link = connectedAccounts.createLink({
      body: { auth_config_id: config, user_id: "u", callback_url },
    });
    expect(await catchRefusal(link)).toBe("400 ConnectedAccount_CallbackUrlInvalid");
    const made = connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config },
        connection: {
          callback_url,
          user_id: "u",
          state: { authScheme: "API_KEY", val: { status: "INITIALIZING", ...val } },
        },
        validate_credentials: false,
      },
    });
    expect(await catchRefusal(made)).toBe("400 ConnectedAccount_CallbackUrlInvalid");
    const saml = await createConfig(world(), "SAML");
    expect(await catchRefusal(connect(world(), saml, "SAML", {}))).toBe(
      "501 ConnectedAccount_SchemeUnsupported",
    );
    const samlLink = connectedAccounts.createLink({ body: { auth_config_id: saml, user_id: "u" } });
    expect(await catchRefusal(samlLink)).toBe("501 ConnectedAccount_SchemeUnsupported");
  });

  test("everything of a user is erased with one call", async () => {
    const { platform } = world();
    const config = await createConfig(world(), "API_KEY");
    await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id: "gone" });
    await platform.tools.executeTool({
      tool_slug: "ACME_GET_THING",
      body: { version: "latest", arguments: {}, user_id: "gone" },
    });
    const { erased } = await platform.users.deleteUser({ user_id: "gone" });
    expect(erased).toMatchObject({ connected_accounts: 1, logs: 1 });
    const left = await platform.connectedAccounts.listConnectedAccounts({ user_ids: ["gone"] });
    expect(left.total_items).toBe(0);
    const long = platform.users.deleteUser({ user_id: "u".repeat(1000) });
    expect(await catchRefusal(long)).toBe("400 Validation_Failed");
  });
}
