import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { startWorker } from "../../../base/jobs/worker.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { createLinkFixture } from "../../../testing/link-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createJobKinds } from "../../job-handlers.ts";
import { deleteConnectedAccount } from "../../removal/delete-connected-account.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";
import { type LinkPlace, locateLink } from "../connecting/links.ts";
import { createRefreshLink, planRefresh } from "../token-refresh/plan-refresh.ts";
import { beginAuthorization } from "./begin-authorization.ts";
import { completeGrant } from "./complete-grant.ts";
import { receiveCallback } from "./receive-callback.ts";

const issuer = "https://github.example.com";
const address = "http://localhost:3000/api/v3/toolkits/auth/callback/github";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const { link, readAccountStatus } = createLinkFixture(fixture);
  let oauth: string;
  beforeAll(async () => {
    const credentials = { client_id: "id", client_secret: "secret-0123456789", scopes: ["repo"] };
    oauth = await fixture.createConfig("github", { authScheme: "OAUTH2", credentials });
  });

  async function begin(
    place: LinkPlace,
  ): Promise<{ url: URL; state: string; browserToken: string }> {
    const start = await run((scope) => beginAuthorization(scope, place.linkId));
    const url = new URL(start.url);
    return { url, state: url.searchParams.get("state") ?? "", browserToken: start.browserToken };
  }
  const tokens = {
    access_token: "gho_canary0123456789",
    refresh_token: "ghr_canary0123456789",
    expires_in: 3600,
  };

  test("an authorization request has PKCE with S256, the exact redirect, and a state that is nowhere in the clear", async () => {
    const { place } = await link(oauth);
    const { url, state, browserToken } = await begin(place);
    const sent = Object.fromEntries(url.searchParams);
    expect(url.origin + url.pathname).toBe("https://github.example.com/authorize");
    expect(sent).toEqual({
      response_type: "code",
      client_id: "id",
      redirect_uri: address,
      scope: "repo",
      state: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge_method: "S256",
    });
    const rows = await run(({ trx }) => trx.selectFrom("oauth_states").selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(state);
    expect(JSON.stringify(rows)).not.toContain(browserToken);
    const ticket = await receiveCallback(fixture.platform, {
      state,
      browserToken,
      iss: issuer,
      address,
    });
    const challenge = createHash("sha256").update(ticket.codeVerifier).digest("base64url");
    expect(challenge).toBe(sent.code_challenge);
    expect(ticket).toMatchObject({
      projectId: fixture.projectId,
      redirectUri: sent.redirect_uri,
      client: { clientId: "id", clientSecret: "secret-0123456789" },
    });
  });

  test("wrong, missing, replayed, foreign and late answers are refused before any token call", async () => {
    const { place } = await link(oauth);
    const { state, browserToken } = await begin(place);
    const other = await begin((await link(oauth)).place);
    const invalid = { slug: "ConnectedAccount_StateInvalid" };
    const receive = (answer: Partial<Parameters<typeof receiveCallback>[1]>) =>
      receiveCallback(fixture.platform, { state, browserToken, iss: issuer, address, ...answer });
    await expect(receive({ state: undefined })).rejects.toMatchObject(invalid);
    await expect(receive({ state: "x".repeat(22) })).rejects.toMatchObject(invalid);
    for (const token of [undefined, "", "x".repeat(22), other.browserToken]) {
      await expect(receive({ browserToken: token })).rejects.toMatchObject({
        slug: "ConnectedAccount_BrowserMismatch",
      });
    }
    for (const iss of [undefined, "", "https://evil.example.com", `${issuer}/`]) {
      await expect(receive({ iss })).rejects.toMatchObject(invalid);
    }
    await run(({ trx }) =>
      trx
        .updateTable("oauth_states")
        .set({ expires_at: new Date(0) })
        .where("link_id", "=", place.linkId)
        .execute(),
    );
    await expect(receive({})).rejects.toMatchObject(invalid);
    const both = await Promise.allSettled([
      receive({ state: other.state, browserToken: other.browserToken }),
      receive({ state: other.state, browserToken: other.browserToken }),
    ]);
    expect(both.map((result) => result.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((result) => result.status === "rejected")?.reason).toMatchObject(invalid);
  });

  test("a grant makes the account ACTIVE, seals the tokens and schedules their refresh; the link is used up", async () => {
    const { place, accountId } = await link(oauth);
    const first = await begin(place);
    const second = await begin(place);
    const ticket = await receiveCallback(fixture.platform, { ...first, iss: issuer, address });
    const done = await run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens }));
    expect(done).toEqual({
      accountId,
      status: "success",
      callbackUrl: "https://app.example.com/done",
    });
    const account = await run((scope) => getConnectedAccount(scope, accountId));
    expect(account).toMatchObject({
      status: "ACTIVE",
      state: { val: { access_token: "gho_...", refresh_token: "ghr_...", expires_in: 3600 } },
    });
    expect(account.state.val.redirectUrl).toBeUndefined();
    const jobs = await run(({ trx }) =>
      trx
        .selectFrom("jobs")
        .select(["kind", sql<string>`(next_at - created_at)::text`.as("wait")])
        .where("unique_key", "=", accountId)
        .execute(),
    );
    expect(jobs).toEqual([{ kind: "connected_account.refresh", wait: "00:54:00" }]);
    await expect(
      receiveCallback(fixture.platform, { ...second, iss: issuer, address }),
    ).rejects.toMatchObject({
      slug: "ConnectedAccount_StateInvalid",
    });
    await expect(
      run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens })),
    ).rejects.toMatchObject({ slug: "ConnectedAccount_StateInvalid" });
  });

  test("a refusal makes the account FAILED with the reason", async () => {
    const { place, accountId } = await link(oauth);
    const ticket = await receiveCallback(fixture.platform, {
      ...(await begin(place)),
      iss: issuer,
      address,
    });
    const failure = {
      kind: "failed",
      error: "access_denied",
      errorDescription: "The user has denied access.",
    } as const;
    const done = await run((scope) => completeGrant(scope, ticket, failure));
    expect(done.status).toBe("failed");
    expect(await run((scope) => getConnectedAccount(scope, accountId))).toMatchObject({
      status: "FAILED",
      status_reason: "The user has denied access.",
      state: { val: { error: "access_denied", error_description: "The user has denied access." } },
    });
  });

  test("a working account stays ACTIVE until the new grant of a refresh arrives, also when it fails", async () => {
    const { place, accountId } = await link(oauth);
    const ticket = await receiveCallback(fixture.platform, {
      ...(await begin(place)),
      iss: issuer,
      address,
    });
    const { refresh_token: _, ...without } = tokens;
    await run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens: without }));
    expect(await run((scope) => planRefresh(scope, accountId))).toMatchObject({ kind: "user" });
    for (const [outcome, access] of [
      [{ kind: "failed", error: "access_denied" }, "gho_canary0123456789"],
      [
        { kind: "granted", tokens: { access_token: "new_canary0123456789" } },
        "new_canary0123456789",
      ],
    ] as const) {
      const { url } = await run((scope) => createRefreshLink(scope, accountId, undefined));
      const again = await locateLink(fixture.platform, url.split("/").at(-1) ?? "");
      const open = await receiveCallback(fixture.platform, {
        ...(await begin(again)),
        iss: issuer,
        address,
      });
      expect(await readAccountStatus(accountId)).toBe("ACTIVE");
      const done = await run((scope) => completeGrant(scope, open, outcome));
      expect(done.callbackUrl).toBe("https://app.example.com/done");
      const account = await run((scope) => getConnectedAccount(scope, accountId));
      expect(account.status).toBe("ACTIVE");
      expect(account.state.val.access_token).toBe(`${access.slice(0, 4)}...`);
    }
  });

  test("the tokens of a deleted account are kept for their revocation alone, sealed, for a day", async () => {
    const { place, accountId } = await link(oauth);
    const ticket = await receiveCallback(fixture.platform, {
      ...(await begin(place)),
      iss: issuer,
      address,
    });
    await run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens }));
    await run((scope) => deleteConnectedAccount(scope, accountId));
    const rows = await run(({ trx }) => trx.selectFrom("revocations").selectAll().execute());
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("canary");
    const jobs = await run(({ trx }) =>
      trx.selectFrom("jobs").selectAll().where("kind", "=", "connected_account.revoke").execute(),
    );
    expect(jobs).toMatchObject([{ payload: { id: rows[0]?.id } }]);

    const revoked: unknown[] = [];
    const kinds = createJobKinds(fixture.platform, {
      files: { remove: async () => {}, removeProject: async () => {} },
      refresher: { getTokens: () => Promise.reject(new Error("not asked")) },
      revoke: async (revocation) => {
        revoked.push(revocation);
      },
      pollApplication: () => Promise.reject(new Error("Nothing is polled.")),
      registerHook: () => Promise.reject(new Error("Nothing is registered.")),
      removeHooks: () => Promise.reject(new Error("Nothing is removed.")),
      sendWebhook: () => Promise.reject(new Error("not asked")),
    });
    const worker = await startWorker({ database: fixture.platform.database, kinds });
    await expect
      .poll(() => run(({ trx }) => trx.selectFrom("revocations").select("id").execute()))
      .toEqual([]);
    await worker.stop();
    expect(revoked).toMatchObject([
      {
        projectId: fixture.projectId,
        toolkitSlug: "github",
        authScheme: "OAUTH2",
        val: { access_token: tokens.access_token, refresh_token: tokens.refresh_token },
        credentials: { client_id: "id", client_secret: "secret-0123456789" },
      },
    ]);
  });
});
