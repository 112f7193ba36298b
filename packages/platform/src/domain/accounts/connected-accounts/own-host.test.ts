import { describe, expect, test } from "vitest";
import { chooseAccount } from "../../../actions/choosing/read-accounts.ts";
import { accountKey, createConnect } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { createLinkFixture } from "../../../testing/link-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { deleteConnectedAccount } from "../../removal/delete-connected-account.ts";
import { updateAuthConfig } from "../auth-configs/update-auth-config.ts";
import { beginAuthorization } from "../authorization/begin-authorization.ts";
import { completeGrant } from "../authorization/complete-grant.ts";
import { receiveCallback } from "../authorization/receive-callback.ts";
import { openAccount } from "./open-account.ts";
import { readOauthClient } from "./read-oauth-client.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const connect = createConnect(fixture);
  const { link } = createLinkFixture(fixture);

  test("secrets that an auth config is given later never reach a host that a user named before", async () => {
    const config = await fixture.createConfig("forge", { authScheme: "API_KEY" });
    const { id } = await connect(config, {
      domain: "evil.example.com",
      generic_api_key: accountKey,
    });
    const choose = () => run((scope) => chooseAccount(scope, { accountId: id }));
    expect((await choose())?.values).toEqual({
      domain: "evil.example.com",
      generic_api_key: accountKey,
    });
    const changeShared = (shared_credentials: Record<string, string>) =>
      run((scope) => updateAuthConfig(scope, config, { shared_credentials }));
    await changeShared({ generic_api_key: "shared-0123456789" });
    await expect(choose()).rejects.toMatchObject({ slug: "ToolExecution_AccountNotActive" });
    await changeShared({ generic_api_key: "" });
    expect((await choose())?.id).toBe(id);
    await run((scope) =>
      updateAuthConfig(scope, config, { credentials: { client_secret: "secret-0123456789" } }),
    );
    await expect(choose()).rejects.toMatchObject({ slug: "ToolExecution_AccountNotActive" });
  });

  /** An account whose user named the host of the authorization server and signed in there. Its client has no secret. */
  const connectClient = async () => {
    const credentials = { client_id: "public" };
    const config = await fixture.createConfig("harbor", { authScheme: "OAUTH2", credentials });
    const { place, accountId: id } = await link(config);
    const { url, state, browserToken } = await run((scope) =>
      beginAuthorization(scope, place.linkId, { domain: "evil.example.com" }),
    );
    const address = new URL(url).searchParams.get("redirect_uri") ?? "";
    const ticket = await receiveCallback(fixture.platform, {
      state,
      browserToken,
      iss: undefined,
      address,
    });
    const tokens = { access_token: "access-1", refresh_token: "refresh-1" };
    await run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens }));
    const giveSecret = () =>
      run((scope) =>
        updateAuthConfig(scope, config, { credentials: { client_secret: "secret-0123456789" } }),
      );
    return { id, giveSecret };
  };

  test("a client that gets its secret later is never used at such a host", async () => {
    const { id, giveSecret } = await connectClient();
    const read = () =>
      run(async (scope) => await readOauthClient(scope, await openAccount(scope, id)));
    expect(await read()).toMatchObject({ clientId: "public", clientSecret: undefined });
    await giveSecret();
    await expect(read()).rejects.toMatchObject({ slug: "ConnectedAccount_StatusForbids" });
  });

  test("its tokens are not revoked there when the account is deleted, either", async () => {
    const countOpenRevocations = (): Promise<number> =>
      run(async ({ trx }) => (await trx.selectFrom("revocations").select("id").execute()).length);
    const harmless = await connectClient();
    await run((scope) => deleteConnectedAccount(scope, harmless.id));
    expect(await countOpenRevocations()).toBe(1);
    const { id, giveSecret } = await connectClient();
    await giveSecret();
    await run((scope) => deleteConnectedAccount(scope, id));
    expect(await countOpenRevocations()).toBe(1);
  });
});
