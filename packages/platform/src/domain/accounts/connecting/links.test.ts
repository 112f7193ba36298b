import { beforeAll, describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { createLinkFixture } from "../../../testing/link-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { deleteConnectedAccount } from "../../removal/delete-connected-account.ts";
import { setAuthConfigStatus } from "../auth-configs/set-auth-config-status.ts";
import { setConnectedAccountStatus } from "../connected-accounts/set-connected-account-status.ts";
import { planRefresh } from "../token-refresh/plan-refresh.ts";
import { checkLinkFields, submitLinkFields } from "./link-fields.ts";
import { getLinkPage } from "./link-page.ts";
import { locateLink } from "./links.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const { link, readAccountStatus } = createLinkFixture(fixture);
  let key: string;
  beforeAll(async () => {
    key = await fixture.createConfig("stripe", { authScheme: "API_KEY" });
  });

  test("the hosted page names project, user and toolkit, and asks for the fields of the scheme", async () => {
    const { place } = await link(key);
    expect(await run((scope) => getLinkPage(scope, place.linkId))).toMatchObject({
      project: { name: "test", logoUrl: null },
      userId: "user-1",
      toolkit: { name: "Stripe", logoUrl: "https://platform.example.com/logos/stripe.svg" },
      fields: [
        { name: "generic_api_key", displayName: "Secret key", required: true, is_secret: true },
      ],
      redirects: false,
      outcome: null,
      callbackUrl: "https://app.example.com/done",
    });
  });

  test("the page of a sign-in names the scopes that are asked for, and where the user signs in", async () => {
    const scopes = ["read", "write"];
    const config = await fixture.createConfig("github", {
      authScheme: "OAUTH2",
      credentials: { client_id: "c", client_secret: "s", scopes },
    });
    const { place } = await link(config);
    expect(await run((scope) => getLinkPage(scope, place.linkId))).toMatchObject({
      redirects: true,
      purpose: "connect",
      permissions: [
        { scope: "read", description: "Read everything." },
        { scope: "write", description: null },
      ],
      signInHost: "github.example.com",
    });
  });

  test("a form completes its account once, and stays open while a field is missing", async () => {
    const { place, accountId } = await link(key);
    const submit = (fields: Record<string, string>) =>
      run((scope) =>
        submitLinkFields(scope, place.linkId, fields, { outcome: "success", identity: null }),
      );
    await expect(submit({})).rejects.toMatchObject({
      slug: "ConnectedAccount_CredentialsMissing",
      errors: ["body.generic_api_key: required"],
    });
    expect(await submit({ generic_api_key: "key-0123456789" })).toEqual({
      accountId,
      callbackUrl: "https://app.example.com/done",
    });
    expect(await readAccountStatus(accountId)).toBe("ACTIVE");
    await expect(submit({ generic_api_key: "other" })).rejects.toMatchObject({
      slug: "ConnectedAccount_LinkUsed",
    });
    expect((await run((scope) => getLinkPage(scope, place.linkId))).outcome).toBe("success");
  });

  test("a page does not ask for what the auth config's credentials give, and its form is complete without it", async () => {
    const config = await fixture.createConfig("desk", {
      authScheme: "BASIC",
      credentials: { subdomain: "acme" },
    });
    const { place, accountId } = await link(config);
    const { fields } = await run((scope) => getLinkPage(scope, place.linkId));
    expect(fields.map(({ name }) => name)).not.toContain("subdomain");
    // An empty field is as good as none.
    for (const typed of [{ username: "ann" }, { username: "ann", subdomain: "" }]) {
      const plan = await run((scope) => checkLinkFields(scope, place.linkId, typed));
      expect(plan.values).toEqual({ username: "ann", region: "eu" });
    }
    await run((scope) =>
      submitLinkFields(
        scope,
        place.linkId,
        { username: "ann" },
        { outcome: "success", identity: null },
      ),
    );
    expect(await readAccountStatus(accountId)).toBe("ACTIVE");
  });

  test("a link that is unknown, malformed, late or of a deleted or switched off account is not found", async () => {
    const missing = { slug: "ConnectedAccount_LinkNotFound" };
    await expect(locateLink(fixture.platform, `lk_${"x".repeat(22)}`)).rejects.toMatchObject(
      missing,
    );
    await expect(locateLink(fixture.platform, "x".repeat(5000))).rejects.toMatchObject(missing);
    const deleted = await link(key);
    await run((scope) => deleteConnectedAccount(scope, deleted.accountId));
    await expect(locateLink(fixture.platform, deleted.token)).rejects.toMatchObject(missing);
    const off = await link(key);
    await run((scope) => setConnectedAccountStatus(scope, off.accountId, false));
    await expect(
      run((scope) =>
        submitLinkFields(
          scope,
          off.place.linkId,
          { generic_api_key: "k" },
          { outcome: "success", identity: null },
        ),
      ),
    ).rejects.toMatchObject(missing);
    const late = await link(key);
    await run(({ trx }) =>
      trx
        .updateTable("link_tokens")
        .set({ expires_at: new Date(0) })
        .where("id", "=", late.place.linkId)
        .execute(),
    );
    await expect(run((scope) => getLinkPage(scope, late.place.linkId))).rejects.toMatchObject(
      missing,
    );
  });

  test("a link whose auth config was disabled is refused", async () => {
    const { place } = await link(key);
    await run((scope) => setAuthConfigStatus(scope, key, "DISABLED"));
    await expect(
      run((scope) =>
        submitLinkFields(
          scope,
          place.linkId,
          { generic_api_key: "k" },
          { outcome: "success", identity: null },
        ),
      ),
    ).rejects.toMatchObject({ slug: "ConnectedAccount_AuthConfigDisabled" });
    await run((scope) => setAuthConfigStatus(scope, key, "ENABLED"));
  });

  test("accounts that cannot be refreshed get different errors: nothing to refresh, a status that forbids it", async () => {
    const { place, accountId } = await link(key);
    await expect(run((scope) => planRefresh(scope, accountId))).rejects.toMatchObject({
      slug: "ConnectedAccount_StatusForbids",
    });
    await run((scope) =>
      submitLinkFields(
        scope,
        place.linkId,
        { generic_api_key: "k" },
        { outcome: "success", identity: null },
      ),
    );
    await expect(run((scope) => planRefresh(scope, accountId))).rejects.toMatchObject({
      slug: "ConnectedAccount_RefreshUnsupported",
    });
  });
});
