import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { callbackAddress } from "../../oauth/callback-address.ts";
import { RefreshRefusedError } from "../../oauth/refresh-errors.ts";
import { testToolkits } from "../../testing/test-catalog.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import { createTestProject } from "../../testing/test-project.ts";
import { startTokenServer, type TokenServer } from "../../testing/token-server.ts";
import { createAuthConfig } from "../auth-configs/create-auth-config.ts";
import { beginAuthorization } from "../authorization/begin-authorization.ts";
import { completeGrant } from "../authorization/complete-grant.ts";
import { receiveCallback } from "../authorization/receive-callback.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";
import { createConnectionLink } from "../connecting/create-connected-account.ts";
import { locateLink } from "../connecting/links.ts";
import { deleteConnectedAccount } from "../removal/delete-connected-account.ts";
import { inProject, type Platform, type Scope } from "../scope.ts";
import { acquireRefresh, commitRefresh, failRefresh } from "./refresh-lease.ts";
import { createTokenRefresher, type ExpiredAccount, type RefreshCall } from "./refresh-tokens.ts";

const answer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});

describe.each(testDatabases())("on $name", ({ open }) => {
  let platform: Platform;
  let projectId: string;
  let endpoint: TokenServer;
  const expired: string[] = [];

  beforeAll(async () => {
    endpoint = await startTokenServer();
    const database = await open();
    platform = createTestPlatform(database, { catalog: testToolkits });
    projectId = (await createTestProject(database, platform.secrets)).projectId;
  });
  afterAll(() => endpoint.server.close());

  const run = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    inProject(platform, projectId, work);
  const call: RefreshCall = async (lease, signal) => {
    const body = new URLSearchParams({ refresh_token: String(lease.val.refresh_token) });
    const response = await fetch(endpoint.address, { method: "POST", body, signal });
    if (!response.ok) {
      throw new RefreshRefusedError("refused");
    }
    return answer.parse(await response.json());
  };
  const refresher = () =>
    createTokenRefresher(platform, call, async (_, accountId) => {
      expired.push(accountId);
    });

  async function connected(refresh_token: string, expires_in = 0): Promise<string> {
    const account = await run(async (scope) => {
      const credentials = { client_id: "id", client_secret: "secret" };
      const auth_config = { type: "use_custom_auth", authScheme: "OAUTH2", credentials } as const;
      const made = await createAuthConfig(scope, { toolkit: { slug: "github" }, auth_config });
      return createConnectionLink(scope, { auth_config_id: made.auth_config.id, user_id: "u" });
    });
    const { linkId } = await locateLink(platform, account.link_token);
    const start = await run((scope) => beginAuthorization(scope, linkId));
    const ticket = await receiveCallback(platform, {
      state: new URL(start.url).searchParams.get("state") ?? "",
      browserToken: start.browserToken,
      iss: "https://github.example.com",
      address: callbackAddress(platform.baseUrl, "github"),
    });
    const tokens = { access_token: "at-0", refresh_token, expires_in };
    await run((scope) => completeGrant(scope, ticket, { kind: "granted", tokens }));
    return account.connected_account_id;
  }
  const readAccountStatus = async (id: string): Promise<string> =>
    (await run((scope) => getConnectedAccount(scope, id))).status;

  test("fifty callers in each of two processes with a token that ended cause one refresh of a slow server", async () => {
    const id = await connected(`rt${projectId}1`);
    const before = endpoint.calls();
    endpoint.delay(600);
    const processes = [refresher(), refresher()];
    const all = await Promise.all(
      processes.flatMap((process) =>
        Array.from({ length: 50 }, () => process.getTokens(projectId, id)),
      ),
    );
    endpoint.delay(0);
    expect(endpoint.calls() - before).toBe(1);
    expect(new Set(all.map(({ val }) => val.access_token)).size).toBe(1);
    expect(all[0]?.val.access_token).toBe(`at-${before + 1}`);
  });

  test("a token that has time left is used as it is, and one that the application refused is refreshed", async () => {
    const id = await connected(`rt${projectId}2`, 3600);
    const before = endpoint.calls();
    const tokens = await refresher().getTokens(projectId, id);
    expect(tokens.val.access_token).toBe("at-0");
    expect(endpoint.calls()).toBe(before);
    const refused = { refusedVersion: tokens.version };
    const [one, two] = await Promise.all([
      refresher().getTokens(projectId, id, refused),
      refresher().getTokens(projectId, id, refused),
    ]);
    expect(endpoint.calls()).toBe(before + 1);
    expect(one).toEqual(two);
  });

  test("a token whose whole life is shorter than the margin is fetched once and used, also ahead of time", async () => {
    const id = await connected(`rt${projectId}7`);
    const before = endpoint.calls();
    const ahead = { marginMs: 660_000 };
    for (const seconds of [300, 20]) {
      endpoint.life(seconds);
      const { version } = await refresher().getTokens(projectId, id);
      const [one, two] = await Promise.all([
        refresher().getTokens(projectId, id, { ...ahead, refusedVersion: version }),
        refresher().getTokens(projectId, id, { ...ahead, refusedVersion: version }),
      ]);
      expect(one?.val).toEqual(two?.val);
    }
    endpoint.life(3600);
    // At 300 s: the first, which had ended, and the refused one. At 20 s: the refused one; the one before was good.
    expect(endpoint.calls() - before).toBe(3);
  });

  test("a refusal makes the account EXPIRED, once, and is not repeated by those who waited", async () => {
    const id = await connected("unknown");
    const before = endpoint.calls();
    endpoint.delay(200);
    const results = await Promise.allSettled(
      [refresher(), refresher()].map((process) => process.getTokens(projectId, id)),
    );
    endpoint.delay(0);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(endpoint.calls() - before).toBe(1);
    expect(expired.filter((account) => account === id)).toEqual([id]);
    expect(await run((scope) => getConnectedAccount(scope, id))).toMatchObject({
      status: "EXPIRED",
      status_reason: "The application refused to refresh the tokens.",
      state: { val: { expired_at: expect.any(String) } },
    });
  });

  test("whoever hears of an expiry is in its transaction: when that fails, nothing expired", async () => {
    const id = await connected("unknown");
    const seen: string[] = [];
    const refresher = createTokenRefresher(platform, call, async (scope, accountId) => {
      seen.push((await getConnectedAccount(scope, accountId)).status);
      throw new Error("the report could not be written");
    });
    await expect(refresher.getTokens(projectId, id)).rejects.toThrow("could not be written");
    expect(seen).toEqual(["EXPIRED"]);
    expect(await readAccountStatus(id)).toBe("ACTIVE");
  });

  test("an EXPIRED account is revived when its user asks and the refresh token works", async () => {
    const id = await connected(`rt${projectId}3`);
    await run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ status: "EXPIRED" })
        .where("id", "=", id)
        .execute(),
    );
    await expect(refresher().getTokens(projectId, id)).rejects.toMatchObject({
      slug: "ConnectedAccount_StatusForbids",
    });
    await refresher().getTokens(projectId, id, { revive: true });
    expect(await readAccountStatus(id)).toBe("ACTIVE");
  });

  test("failures for now leave the account ACTIVE until there are ten in a row", async () => {
    const id = await connected(`rt${projectId}4`);
    const broken = createTokenRefresher(platform, async () => {
      throw new TypeError("no route");
    });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await readAccountStatus(id)).toBe("ACTIVE");
      await expect(broken.getTokens(projectId, id)).rejects.toThrow("no route");
    }
    expect(await readAccountStatus(id)).toBe("EXPIRED");
  });

  test("an account that a refresh has ended is reported once, with what ended it", async () => {
    const id = await connected("unknown");
    const reported: ExpiredAccount[] = [];
    const refresher = createTokenRefresher(platform, call, undefined, (account) => {
      reported.push(account);
    });
    await expect(refresher.getTokens(projectId, id)).rejects.toThrow(RefreshRefusedError);
    await expect(refresher.getTokens(projectId, id)).rejects.toThrow();
    expect(reported).toEqual([
      { projectId, accountId: id, kind: "refused", error: expect.any(RefreshRefusedError) },
    ]);
  });

  test("a commit is fenced: tokens of a lease are dropped when the account was changed or deleted meanwhile", async () => {
    const id = await connected(`rt${projectId}5`);
    const need = { marginMs: 60_000 };
    const acquire = () => run((scope) => acquireRefresh(scope, id, need));
    const first = await acquire();
    if (first.kind !== "leased") {
      throw new Error("not leased");
    }
    expect((await acquire()).kind).toBe("busy");
    // The holder died: its lease ends, and another process refreshes.
    await run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ refresh_until: new Date(0) })
        .where("id", "=", id)
        .execute(),
    );
    const second = await acquire();
    if (second.kind !== "leased") {
      throw new Error("not leased");
    }
    const tokens = { access_token: "second", refresh_token: "rt", expires_in: 3600 };
    expect(await run((scope) => commitRefresh(scope, second.lease, tokens))).toBeDefined();
    const late = { access_token: "first", expires_in: 3600 };
    expect(await run((scope) => commitRefresh(scope, first.lease, late))).toBeUndefined();
    expect(await run((scope) => failRefresh(scope, first.lease, { kind: "refused" }))).toEqual({
      expired: false,
    });
    const now = await acquire();
    expect(now).toMatchObject({ kind: "current", tokens: { val: { access_token: "second" } } });
    await run((scope) => deleteConnectedAccount(scope, id));
    expect(await run((scope) => commitRefresh(scope, second.lease, tokens))).toBeUndefined();
  });

  test("waiting for another process holds no connection and no row", async () => {
    const id = await connected(`rt${projectId}6`);
    const before = endpoint.calls();
    const release = endpoint.hold();
    let isOver = false;
    const waiting = Promise.all(
      [refresher(), refresher()].map((process) => process.getTokens(projectId, id)),
    ).finally(() => {
      isOver = true;
    });
    await expect.poll(endpoint.calls).toBe(before + 1);
    // Time for the other process to find that it has to wait.
    await sleep(100);
    await run((scope) => getConnectedAccount(scope, id));
    expect(isOver).toBe(false);
    release();
    await waiting;
  });

  test("tokens are stored although a lease ended and another process was refused with the same refresh token", async () => {
    const id = await connected(`rt${projectId}7`);
    const acquire = () => run((scope) => acquireRefresh(scope, id, { marginMs: 60_000 }));
    const slow = await acquire();
    if (slow.kind !== "leased") {
      throw new Error("not leased");
    }
    await run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ refresh_until: new Date(0) })
        .where("id", "=", id)
        .execute(),
    );
    const other = await acquire();
    if (other.kind !== "leased") {
      throw new Error("not leased");
    }
    const refused = await run((scope) => failRefresh(scope, other.lease, { kind: "refused" }));
    expect(refused).toEqual({ expired: true });
    const tokens = { access_token: "late", refresh_token: "rotated", expires_in: 3600 };
    expect(await run((scope) => commitRefresh(scope, slow.lease, tokens))).toBeDefined();
    expect(await acquire()).toMatchObject({ kind: "current", tokens: { val: tokens } });
  });

  test("tokens that were granted while the database was away are stored when it is back", async () => {
    const id = await connected(`rt${projectId}8`);
    let isAway = false;
    let refusals = 0;
    const { database } = platform;
    const failing: Platform = {
      ...platform,
      database: {
        ...database,
        scoped: <T>(project: string, work: Parameters<typeof database.scoped<T>>[1]) => {
          refusals += isAway ? 1 : 0;
          if (refusals === 3) {
            isAway = false;
          }
          if (isAway) {
            throw new Error("ECONNREFUSED");
          }
          return database.scoped(project, work);
        },
      },
    };
    const process = createTokenRefresher(failing, async () => {
      isAway = true;
      return { access_token: "kept", refresh_token: "rotated", expires_in: 3600 };
    });
    const { val } = await process.getTokens(projectId, id);
    expect(val).toMatchObject({ access_token: "kept", refresh_token: "rotated" });
    expect(refusals).toBe(3);
  });
});
