import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalOf } from "../e2e/world.ts";
import { createConfig, type Deployment, inDeployment, startDeployment } from "./deployment.ts";
import { agreeOver, browse, connectOver, returnFrom } from "./http-sign-in.ts";
import { oauthToolkit } from "./toolkit.ts";

/** A toolkit with a key, for the rows of credentials that are sent. */
const keyToolkit = (server: string): string => `
openapi: 3.1.0
info: { title: Lock, description: Has keys., version: '20251120_00' }
servers: [{ url: '${server}/api' }]
x-platform-toolkit:
  slug: lock
  legacy_id: 11111111-2222-4333-8444-555555555559
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth: [{ mode: API_KEY, security_scheme: key, name: Key, test_operation: getBolt }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /bolt: { get: { operationId: getBolt, summary: Get bolt, description: Answers the bolt., responses: { '200': { description: Done. } } } }
`;

type Status = "INITIALIZING" | "INITIATED" | "ACTIVE" | "FAILED" | "EXPIRED" | "INACTIVE";

/** The authorization server once more, at an address that each user has to complete. */
const tenantToolkit = (server: string): string =>
  oauthToolkit(server, "quay")
    .replace("/auth'", "/auth?tenant={tenant}'")
    .replace(
      "      name: OAuth\n",
      `      name: OAuth
      fields: { connected_account_initiation: [{ name: tenant, display_name: Tenant, description: Yours. }] }
`,
    );

/** The table of docs/decisions.md §6, row by row, through the API; only time is put forward in the database. */
describe("connected accounts", () => {
  let deployment: Deployment;
  let config: string;

  beforeAll(async () => {
    deployment = await startDeployment({}, (server) => [keyToolkit(server), tenantToolkit(server)]);
    config = await createConfig(deployment.platform, "OAUTH2");
  });
  afterAll(() => deployment.close());

  const accounts = () => deployment.platform.connectedAccounts;
  const read = async (nanoid: string) => await accounts().getConnectedAccount({ nanoid });
  const refresh = (nanoid: string) => accounts().refreshConnectedAccount({ nanoid });
  const enable = (nanoid: string, enabled: boolean) =>
    accounts().setConnectedAccountStatus({ nanoid, body: { enabled } });
  const createLink = async (auth_config_id = config) => {
    const body = { auth_config_id, user_id: "ada" };
    const made = await accounts().createLink({ body });
    return { id: made.connected_account_id, link: made.redirect_url };
  };
  const execute = (connected_account_id: string): Promise<string> =>
    refusalOf(
      deployment.platform.tools.executeTool({
        tool_slug: "HARBOUR_GET_BERTH",
        body: { version: "latest", arguments: {}, connected_account_id },
      }),
    );
  const put = (id: string, column: "waits_until" | "tokens_expire_at"): Promise<unknown> =>
    inDeployment(deployment, ({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ [column]: sql`now() - interval '1 second'` })
        .where("id", "=", id)
        .execute(),
    );
  /** Makes the endpoint of tokens break off every connection. */
  const cutTokens = (isCut: boolean): void =>
    deployment.server.hold(
      isCut ? { before: () => Promise.reject(new Error("The connection breaks off.")) } : {},
    );

  /** An account in each status, brought there over the API. */
  const make: Record<Exclude<Status, "INITIALIZING">, () => Promise<string>> = {
    INITIATED: async () => (await createLink()).id,
    ACTIVE: async () => {
      const { id, link } = await createLink();
      expect((await connectOver(link)).status).toBe(200);
      return id;
    },
    FAILED: async () => {
      const { id, link } = await createLink();
      const { callback, cookie } = await returnFrom(link);
      callback.searchParams.delete("code");
      callback.searchParams.set("error", "access_denied");
      callback.searchParams.set("error_description", "Not today.");
      await browse(callback, { cookie });
      return id;
    },
    EXPIRED: async () => {
      const { id } = await createLink();
      await put(id, "waits_until");
      return id;
    },
    INACTIVE: async () => {
      const id = await make.ACTIVE();
      await enable(id, false);
      return id;
    },
  };
  const made = Object.entries(make);

  test("a POST with OAuth is INITIATED with an address; INITIALIZING is over before anyone can see it", async () => {
    const account = await accounts().createConnectedAccount({
      body: {
        auth_config: { id: config },
        connection: { user_id: "default" },
        validate_credentials: false,
      },
    });
    expect(account).toMatchObject({ connectionData: { val: { status: "INITIATED" } } });
    expect(account.redirect_url).toMatch(/\/link\/lk_/);
    const listed = await accounts().listConnectedAccounts({ statuses: ["INITIALIZING"] });
    expect(listed.items).toEqual([]);
    expect(await connectOver(account.redirect_url ?? "")).toMatchObject({ status: 200 });
    expect(await read(account.id)).toMatchObject({ status: "ACTIVE", user_id: "default" });
  });

  test("a POST with a key is ACTIVE, and 400 without an account when the application refuses the key", async () => {
    const keys = await deployment.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "lock" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const connect = (validate_credentials: boolean) =>
      accounts().createConnectedAccount({
        body: {
          auth_config: { id: keys.auth_config.id },
          connection: {
            user_id: "ada",
            state: { authScheme: "API_KEY", val: { status: "INITIALIZING", generic_api_key: "k" } },
          },
          validate_credentials,
        },
      });
    const account = await connect(false);
    expect(account).toMatchObject({ connectionData: { val: { status: "ACTIVE" } } });
    expect(account.redirect_url).toBeNull();
    expect(await refusalOf(connect(true))).toBe("400 ConnectedAccount_CredentialsRejected");
    const auth_config_ids = [keys.auth_config.id];
    expect((await accounts().listConnectedAccounts({ auth_config_ids })).items).toHaveLength(1);
    expect(await refusalOf(refresh(account.id))).toBe("501 ConnectedAccount_RefreshUnsupported");
    expect(await refusalOf(refresh((await createLink(keys.auth_config.id)).id))).toBe(
      "422 ConnectedAccount_StatusForbids",
    );
  });

  test("the callback makes an INITIATED account ACTIVE, or FAILED with the error and its description", async () => {
    expect(await read(await make.ACTIVE())).toMatchObject({
      status: "ACTIVE",
      state: { val: { access_token: expect.any(String), refresh_token: expect.any(String) } },
    });
    expect(await read(await make.FAILED())).toMatchObject({
      status: "FAILED",
      state: { val: { error: "access_denied", error_description: "Not today." } },
    });
    const { id, link } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    callback.searchParams.set("code", "made-up");
    await browse(callback, { cookie });
    expect(await read(id)).toMatchObject({
      status: "FAILED",
      state: { val: { error: "invalid_grant" } },
    });
  });

  test("a link asks for what the application's address needs before it leads there, unless it was given", async () => {
    const quay = await createConfig(deployment.platform, "OAUTH2", { slug: "quay" });
    const { id, link } = await createLink(quay);
    expect(await (await browse(link)).text()).toContain('<label for="tenant">Tenant</label>');
    const missing = await browse(link, { form: {} });
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringContaining("Fill in this field."),
    ]);
    expect((await read(id)).status).toBe("INITIATED");
    const led = await browse(link, { form: { tenant: "acme & co" } });
    const authorization = new URL(led.headers.get("location") ?? "");
    expect(authorization.searchParams.get("tenant")).toBe("acme & co");
    const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await browse(await agreeOver(authorization), { cookie })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: "ACTIVE",
      state: { val: { tenant: "acme & co", access_token: expect.any(String) } },
    });
    const given = await accounts().createConnectedAccount({
      body: {
        auth_config: { id: quay },
        connection: {
          user_id: "ada",
          state: { authScheme: "OAUTH2", val: { status: "INITIALIZING", tenant: "given" } },
        },
        validate_credentials: false,
      },
    });
    const page = given.redirect_url ?? "";
    expect(await (await browse(page)).text()).not.toContain("<label");
    const kept = await browse(page, { form: { tenant: "another" } });
    expect(new URL(kept.headers.get("location") ?? "").searchParams.get("tenant")).toBe("given");
  });

  test("ten minutes without completion are EXPIRED, in reads and in the filter, before the job and after it", async () => {
    const id = await make.EXPIRED();
    const isListed = async (status: Status): Promise<boolean> => {
      const { items } = await accounts().listConnectedAccounts({ statuses: [status], limit: 1000 });
      return items.some((item) => item.id === id);
    };
    expect([await isListed("EXPIRED"), await isListed("INITIATED")]).toEqual([true, false]);
    expect((await read(id)).status).toBe("EXPIRED");
    const stored = async () =>
      await inDeployment(deployment, ({ trx }) =>
        trx.selectFrom("connected_accounts").select("status").where("id", "=", id).execute(),
      );
    expect(await stored()).toEqual([{ status: "INITIATED" }]);
    await inDeployment(deployment, ({ trx }) =>
      trx
        .updateTable("jobs")
        .set({ next_at: new Date(0) })
        .where("unique_key", "=", id)
        .execute(),
    );
    await expect.poll(stored).toEqual([{ status: "EXPIRED" }]);
    expect((await read(id)).state.val.expired_at).toEqual(expect.any(String));
    expect([await isListed("EXPIRED"), (await read(id)).status]).toEqual([true, "EXPIRED"]);
  });

  test("an ACTIVE account whose refresh is refused for good is EXPIRED with the reason", async () => {
    const { server } = deployment;
    const id = await make.ACTIVE();
    // The user withdraws the grant at the provider: both tokens end there.
    await server.withdrawLast();
    await put(id, "tokens_expire_at");
    expect(await execute(id)).toBe("422 ToolExecution_AccountNotActive");
    expect(await read(id)).toMatchObject({
      status: "EXPIRED",
      status_reason: "The application refused to refresh the tokens.",
      state: { val: { expired_at: expect.any(String) } },
    });
    const before = server.tokenCalls.length;
    expect(await execute(id)).toBe("422 ToolExecution_AccountNotActive");
    expect(server.tokenCalls).toHaveLength(before);
    // The refresh token is refused again, so the user is asked; until then the account keeps its status.
    const asked = await refresh(id);
    expect(asked).toMatchObject({ status: "EXPIRED", redirect_url: expect.any(String) });
    expect((await connectOver(asked.redirect_url ?? "")).status).toBe(200);
    expect((await read(id)).status).toBe("ACTIVE");
    expect(await execute(id)).toBe("no error");
  });

  test("failures for now leave an account ACTIVE until the tenth in a row; its refresh token revives it", async () => {
    const id = await make.ACTIVE();
    await put(id, "tokens_expire_at");
    cutTokens(true);
    try {
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect([attempt, (await read(id)).status]).toEqual([attempt, "ACTIVE"]);
        expect(await execute(id)).toBe("502 ToolExecution_NoAnswer");
      }
      expect(await read(id)).toMatchObject({
        status: "EXPIRED",
        status_reason: "The tokens could not be refreshed.",
      });
      expect(await refusalOf(refresh(id))).toBe("503 Server_Unavailable");
    } finally {
      cutTokens(false);
    }
    expect(await refresh(id)).toEqual({ id, status: "ACTIVE", redirect_url: null });
    expect(await execute(id)).toBe("no error");
  });

  test("every status can be switched off and comes back; what is not INACTIVE cannot be switched on", async () => {
    for (const [status, create] of made) {
      const id = await create();
      if (status !== "INACTIVE") {
        const on = refusalOf(enable(id, true));
        expect([status, await on]).toEqual([status, "422 ConnectedAccount_NotInactive"]);
      }
      await enable(id, false);
      await enable(id, false);
      expect([status, (await read(id)).status]).toEqual([status, "INACTIVE"]);
      expect([status, await execute(id)]).toEqual([status, "422 ToolExecution_AccountNotActive"]);
      expect(await refusalOf(refresh(id))).toBe("422 ConnectedAccount_StatusForbids");
      await enable(id, true);
      const expected = status === "INACTIVE" ? "ACTIVE" : status;
      expect((await read(id)).status).toBe(expected);
    }
    const id = await make.INITIATED();
    await enable(id, false);
    await put(id, "waits_until");
    await enable(id, true);
    expect((await read(id)).status).toBe("EXPIRED");
  });

  test("ACTIVE, EXPIRED and FAILED can be refreshed; a working account stays ACTIVE until the new grant arrives", async () => {
    const scopes = ["openid", "read"];
    const withoutRefresh = await createConfig(deployment.platform, "OAUTH2", { scopes });
    const { id, link } = await createLink(withoutRefresh);
    await connectOver(link);
    expect((await read(id)).state.val.refresh_token).toBeUndefined();
    const failed = await make.FAILED();
    const expired = await make.EXPIRED();
    for (const [account, status] of [
      [id, "ACTIVE"],
      [failed, "FAILED"],
      [expired, "EXPIRED"],
    ] as const) {
      const asked = await refresh(account);
      expect(asked).toMatchObject({ status, redirect_url: expect.stringContaining("/link/lk_") });
      const { callback, cookie } = await returnFrom(asked.redirect_url ?? "");
      expect((await read(account)).status).toBe(status);
      // A grant that fails takes nothing away.
      const refused = new URL(callback);
      refused.searchParams.delete("code");
      refused.searchParams.set("error", "access_denied");
      await browse(refused, { cookie });
      expect((await read(account)).status).toBe(status);
      const again = await refresh(account);
      expect((await connectOver(again.redirect_url ?? "")).status).toBe(200);
      expect((await read(account)).status).toBe("ACTIVE");
      expect(await execute(account)).toBe("no error");
    }
    expect(await refusalOf(refresh(await make.INITIATED()))).toBe(
      "422 ConnectedAccount_StatusForbids",
    );
  });

  test("a new token that the application refuses is 400 when it is to be tried", async () => {
    const id = await make.ACTIVE();
    const tried = (validate_credentials: boolean) =>
      refusalOf(accounts().refreshConnectedAccount({ nanoid: id, body: { validate_credentials } }));
    expect(await tried(true)).toBe("no error");
    deployment.server.closeApi(true);
    try {
      expect(await tried(true)).toBe("400 ConnectedAccount_CredentialsRejected");
      expect(await tried(false)).toBe("no error");
    } finally {
      deployment.server.closeApi(false);
    }
  });

  test("an account in every status can be deleted, is gone for reads, and its tokens are revoked and erased", async () => {
    for (const [status, create] of made) {
      const id = await create();
      const { revoked } = deployment.server;
      const before = revoked.length;
      const hasTokens = status === "ACTIVE" || status === "INACTIVE";
      await accounts().deleteConnectedAccount({ nanoid: id });
      expect(await refusalOf(read(id))).toBe("404 ConnectedAccount_NotFound");
      expect(await refusalOf(accounts().deleteConnectedAccount({ nanoid: id }))).toBe(
        "404 ConnectedAccount_NotFound",
      );
      if (hasTokens) {
        await expect.poll(() => revoked.length).toBeGreaterThan(before);
      }
      const rows = inDeployment(deployment, ({ trx }) =>
        trx.selectFrom("connected_accounts").select("secrets").where("id", "=", id).execute(),
      );
      expect(await rows).toEqual([{ secrets: null }]);
    }
    const kept = () =>
      inDeployment(deployment, ({ trx }) => trx.selectFrom("revocations").select("id").execute());
    await expect.poll(async () => (await kept()).length).toBe(0);
  });
});
