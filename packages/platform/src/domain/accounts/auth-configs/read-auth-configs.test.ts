import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { encodeCursor, parsePage } from "../../lists/cursors.ts";
import { deleteAuthConfig } from "../../removal/delete-auth-config.ts";
import { runInProject, type Scope } from "../../scope.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";
import { createConnectedAccount } from "../connecting/create-connected-account.ts";
import { createAuthConfig } from "./create-auth-config.ts";
import { getAuthConfig, listAuthConfigs } from "./read-auth-configs.ts";
import { setAuthConfigStatus } from "./set-auth-config-status.ts";
import { updateAuthConfig } from "./update-auth-config.ts";

const secret = "canary-secret-4f1d2c7b9e8a";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createAuthConfig: create } = fixture;

  test("users are not asked for fields that the auth config shares", async () => {
    const id = await create("desk", {
      type: "use_custom_auth",
      authScheme: "BASIC",
      shared_credentials: { subdomain: "acme" },
    });
    const { expected_input_fields: fields } = await run((scope) => getAuthConfig(scope, id));
    expect(fields.map((field) => [field.name, field.required])).toEqual([
      ["username", true],
      ["password", false],
      ["region", false],
      ["retries", false],
    ]);
    expect(fields.find((field) => field.name === "region")?.default).toBe("eu");
  });

  test("the list is filtered, searched and cut into pages, the newest first", async () => {
    const other = await fixture.createOtherProject();
    const ids: string[] = [];
    for (const name of ["One", "Two%", "three"]) {
      const input = { type: "use_custom_auth", authScheme: "API_KEY", name } as const;
      ids.push(
        await runInProject(fixture.platform, other, async (scope) => {
          const made = await createAuthConfig(scope, {
            toolkit: { slug: "stripe" },
            auth_config: input,
          });
          return made.auth_config.id;
        }),
      );
    }
    const [one = "", two = ""] = ids;
    const list = (filter: Parameters<typeof listAuthConfigs>[1], cursor?: string) =>
      runInProject(fixture.platform, other, (scope) =>
        listAuthConfigs(scope, filter, parsePage(cursor === undefined ? {} : { cursor })),
      );
    const listNames = async (filter: Parameters<typeof listAuthConfigs>[1]): Promise<string[]> =>
      (await list(filter)).items.map((item) => item.name).toSorted();
    expect(await listNames({})).toEqual(["One", "Two%", "three"]);
    expect(await listNames({ search: "%" })).toEqual(["Two%"]);
    expect(await listNames({ search: "STRIPE" })).toHaveLength(3);
    expect(await listNames({ search: two.toUpperCase() })).toEqual(["Two%"]);
    expect(await listNames({ is_platform_managed: true })).toEqual([]);
    expect(await listNames({ toolkit_slug: "github" })).toEqual([]);
    await runInProject(fixture.platform, other, (scope) =>
      setAuthConfigStatus(scope, one, "DISABLED"),
    );
    expect(await listNames({})).toEqual(["Two%", "three"]);
    expect(await listNames({ show_disabled: true })).toHaveLength(3);
    const page = await list({ show_disabled: true }, encodeCursor({ page: 2, limit: 2 }));
    expect(page).toMatchObject({
      total_pages: 2,
      current_page: 2,
      total_items: 3,
      next_cursor: null,
    });
    expect(page.items).toHaveLength(1);
  });

  test("a disabled auth config admits no connection, a deleted one takes its accounts with it", async () => {
    const id = await create("stripe", { type: "use_custom_auth", authScheme: "API_KEY" });
    const connect = () =>
      run((scope) =>
        createConnectedAccount(scope, {
          auth_config: { id },
          connection: {
            state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: secret } },
          },
        }),
      );
    const account = await connect();
    expect((await run((scope) => getAuthConfig(scope, id))).no_of_connections).toBe(1);
    await run((scope) => setAuthConfigStatus(scope, id, "DISABLED"));
    await expect(connect()).rejects.toMatchObject({ slug: "ConnectedAccount_AuthConfigDisabled" });
    const seen = await run((scope) => getConnectedAccount(scope, account.id));
    expect(seen).toMatchObject({ status: "ACTIVE", auth_config: { is_disabled: true } });
    await run((scope) => deleteAuthConfig(scope, id));
    const calls: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => getAuthConfig(scope, id),
      (scope) => deleteAuthConfig(scope, id),
      (scope) => setAuthConfigStatus(scope, id, "ENABLED"),
      (scope) => updateAuthConfig(scope, id, {}),
    ];
    for (const read of calls) {
      await expect(run(read)).rejects.toMatchObject({ slug: "AuthConfig_NotFound" });
    }
    await expect(run((scope) => getConnectedAccount(scope, account.id))).rejects.toMatchObject({
      slug: "ConnectedAccount_NotFound",
    });
  });
});
