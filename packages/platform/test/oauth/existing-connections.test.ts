import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../../../generated/client/index.js";
import type { Schemas } from "../../src/base/api-types.ts";
import { catchRefusal } from "../e2e/world.ts";
import { createConfig, type Deployment, runInDeployment, startDeployment } from "./deployment.ts";
import { connectOver } from "./http-sign-in.ts";

/** Tokens as another service hands them over. */
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

let deployment: Deployment;
/** The project to which a customer moves. */
let platform: Platform;
let config: string;
beforeAll(async () => {
  deployment = await startDeployment();
  const made = await deployment.owner.projects.createProject({
    body: { name: "new-home", should_create_api_key: true },
  });
  platform = deployment.clientWith(made.api_key ?? "");
  config = await createConfig(platform, "OAUTH2");
  await deployment.platform.projects.updateProjectConfig({
    body: { mask_secret_keys_in_connected_account: false },
  });
});
afterAll(async () => {
  await deployment.close();
});

/** Signs a user in at the first project, which stands for the other service. */
async function exportTokens(): Promise<Tokens> {
  const before = deployment.platform;
  const { redirect_url, connected_account_id: nanoid } = await before.connectedAccounts.createLink({
    body: { auth_config_id: await createConfig(before, "OAUTH2"), user_id: "ada" },
  });
  expect((await connectOver(redirect_url)).status).toBe(200);
  const { state } = await before.connectedAccounts.getConnectedAccount({ nanoid });
  const { access_token = "", refresh_token = "" } = state.val;
  return { access_token, refresh_token };
}

const connectionOf = (val: object, more: object = {}) => ({
  auth_config: { id: config },
  connection: {
    user_id: "ada",
    state: { authScheme: "OAUTH2" as const, val: { status: "ACTIVE" as const, ...val } },
  },
  ...more,
});

const callBerth = async (connected_account_id: string) =>
  await platform.tools.executeTool({
    tool_slug: "HARBOUR_GET_BERTH",
    body: { connected_account_id },
  });

const hourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

test("an imported refresh token is refreshed by the first call that needs it, once, and the call runs", async () => {
  const tokens = await exportTokens();
  const made = await platform.connectedAccounts.createConnectedAccount({
    body: connectionOf({ ...tokens, access_token: "an-old-one-0123", expires_at: hourAgo() }),
  });
  expect(made).toMatchObject({ status: "ACTIVE", redirect_url: null });
  const before = deployment.server.tokenCalls.length;
  const executed = await callBerth(made.id);
  expect(executed).toMatchObject({ successful: true, connected_account_id: made.id });
  expect((await callBerth(made.id)).successful).toBe(true);
  const calls = deployment.server.tokenCalls.slice(before);
  expect(calls.map((call) => call.get("grant_type"))).toEqual(["refresh_token"]);
  expect(calls[0]?.get("refresh_token")).toBe(tokens.refresh_token);
});

test("an access token that still works is used as it is, and refreshed before it expires", async () => {
  const tokens = await exportTokens();
  const claims = Buffer.from(JSON.stringify({ sub: "7", preferred_username: "ada" }));
  const id_token = `e30.${claims.toString("base64url")}.signature`;
  const expires_at = Math.floor(Date.now() / 1000) + 3_000;
  const { id } = await platform.connectedAccounts.createConnectedAccount({
    body: connectionOf({ ...tokens, id_token, expires_at }),
  });
  const { identity } = await platform.connectedAccounts.getConnectedAccount({ nanoid: id });
  expect(identity).toEqual({ id: "7", name: null, email: null, login: "ada" });
  const before = deployment.server.tokenCalls.length;
  expect((await callBerth(id)).successful).toBe(true);
  expect(deployment.server.tokenCalls).toHaveLength(before);
  const { rows } = await runInDeployment({ ...deployment, platform }, async ({ trx }) => ({
    rows: await trx
      .selectFrom("jobs")
      .select("next_at")
      .where("kind", "=", "connected_account.refresh")
      .where("unique_key", "=", id)
      .execute(),
  }));
  const seconds = ((rows[0]?.next_at.getTime() ?? 0) - Date.now()) / 1000;
  expect(seconds).toBeGreaterThan(2_000);
  expect(seconds).toBeLessThan(3_000);
});

test("validate_credentials refreshes an expired token, keeps the new one, and refuses one that is not accepted", async () => {
  const tokens = await exportTokens();
  const val = { refresh_token: tokens.refresh_token };
  const body = connectionOf(val, { validate_credentials: true });
  const { id, credentials_checked } = await platform.connectedAccounts.createConnectedAccount({
    body,
  });
  expect(credentials_checked).toBe(true);
  const before = deployment.server.tokenCalls.length;
  expect((await callBerth(id)).successful).toBe(true);
  expect(deployment.server.tokenCalls).toHaveLength(before);
  const again = platform.connectedAccounts.createConnectedAccount({
    body: connectionOf({ refresh_token: "made-up-0123456" }, { validate_credentials: true }),
  });
  expect(await catchRefusal(again)).toBe("400 ConnectedAccount_CredentialsRejected");
  const expired = connectionOf(
    { access_token: "made-up-0123456", expires_at: hourAgo() },
    { validate_credentials: true },
  );
  expect(
    await catchRefusal(platform.connectedAccounts.createConnectedAccount({ body: expired })),
  ).toBe("400 ConnectedAccount_CredentialsRejected");
});

test("new tokens bring an EXPIRED account back, and PATCH tells who it is", async () => {
  const { connectedAccounts } = platform;
  const { id: nanoid } = await connectedAccounts.createConnectedAccount({
    body: connectionOf({ refresh_token: "made-up-0123456" }),
  });
  expect(await catchRefusal(callBerth(nanoid))).toBe("422 ToolExecution_AccountNotActive");
  expect((await connectedAccounts.getConnectedAccount({ nanoid })).status).toBe("EXPIRED");
  const val = { ...(await exportTokens()) };
  const changed = await connectedAccounts.updateConnectedAccount({
    nanoid,
    body: { alias: "work", connection: { state: { val } }, validate_credentials: true },
  });
  expect(changed).toEqual({
    id: nanoid,
    status: "ACTIVE",
    alias: "work",
    identity: null,
    credentials_checked: true,
  });
  expect((await callBerth(nanoid)).successful).toBe(true);
  await connectedAccounts.deleteConnectedAccount({ nanoid });
});

test("a new refresh token alone ends the access token before it, which may be another user's", async () => {
  const { connectedAccounts, projects } = platform;
  const before = await exportTokens();
  const { id: nanoid } = await connectedAccounts.createConnectedAccount({
    body: connectionOf(before),
  });
  await projects.updateProjectConfig({ body: { mask_secret_keys_in_connected_account: false } });
  const { refresh_token } = await exportTokens();
  await connectedAccounts.updateConnectedAccount({
    nanoid,
    body: { connection: { state: { val: { refresh_token } } } },
  });
  expect((await callBerth(nanoid)).successful).toBe(true);
  const { state } = await connectedAccounts.getConnectedAccount({ nanoid });
  expect(state.val.access_token).toMatch(/./);
  expect(state.val.access_token).not.toBe(before.access_token);
  await projects.updateProjectConfig({ body: { mask_secret_keys_in_connected_account: true } });
  await connectedAccounts.deleteConnectedAccount({ nanoid });
});

test("in bulk, with a result for each line, and each line once for its key", async () => {
  const tokens = [await exportTokens(), await exportTokens()];
  const lines = [
    ...tokens.map((val, index) => connectionOf(val, { alias: `account ${index}` })),
    connectionOf({}),
    connectionOf({ refresh_token: "x", expires_at: "soon" }),
  ];
  const importAll = async () => {
    const results: Schemas["ConnectedAccountImportResult"][] = [];
    const given = { header: { "Idempotency-Key": "a move" }, body: lines };
    for await (const result of await platform.connectedAccounts.importConnectedAccounts(given)) {
      results.push(result);
    }
    return results;
  };
  const results = await importAll();
  expect(results).toMatchObject([
    { line: 1, status: "ACTIVE", error: null },
    { line: 2, status: "ACTIVE", error: null },
    {
      line: 3,
      id: null,
      error: {
        slug: "ConnectedAccount_CredentialsMissing",
        errors: ["body.connection.state.val.access_token: required"],
      },
    },
    { line: 4, id: null, error: { slug: "Validation_Failed" } },
  ]);
  expect((await callBerth(results[1]?.id ?? "")).successful).toBe(true);
  const repeated = await importAll();
  expect(repeated.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
  expect(repeated.map((each) => each.repeated)).toEqual([true, true, undefined, undefined]);
});
