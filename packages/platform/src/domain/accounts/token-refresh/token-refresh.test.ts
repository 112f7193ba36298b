import { describe, expect, test } from "vitest";
import { RefreshRefusedError } from "../../../applications/oauth/refresh-errors.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";
import { createTokenRefresher, type ExpiredAccount } from "./refresh-tokens.ts";
import { useRefreshes } from "./testing/refresh-fixture.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const suite = useRefreshes(open);
  const { connect, createRefresher, readAccountStatus, run } = suite;

  test("fifty callers in each of two processes with a token that ended cause one refresh of a slow server", async () => {
    const id = await connect(`rt${suite.projectId}1`);
    const before = suite.endpoint.calls();
    suite.endpoint.delay(600);
    const processes = [createRefresher(), createRefresher()];
    const all = await Promise.all(
      processes.flatMap((process) =>
        Array.from({ length: 50 }, () => process.getTokens(suite.projectId, id)),
      ),
    );
    suite.endpoint.delay(0);
    expect(suite.endpoint.calls() - before).toBe(1);
    expect(new Set(all.map(({ val }) => val.access_token)).size).toBe(1);
    expect(all[0]?.val.access_token).toBe(`at-${before + 1}`);
  });

  test("a token that has time left is used as it is, and one that the application refused is refreshed", async () => {
    const id = await connect(`rt${suite.projectId}2`, 3600);
    const before = suite.endpoint.calls();
    const tokens = await createRefresher().getTokens(suite.projectId, id);
    expect(tokens.val.access_token).toBe("at-0");
    expect(suite.endpoint.calls()).toBe(before);
    const refused = { refusedVersion: tokens.version };
    const [one, two] = await Promise.all([
      createRefresher().getTokens(suite.projectId, id, refused),
      createRefresher().getTokens(suite.projectId, id, refused),
    ]);
    expect(suite.endpoint.calls()).toBe(before + 1);
    expect(one).toEqual(two);
  });

  test("a token whose whole life is shorter than the margin is fetched once and used, also ahead of time", async () => {
    const id = await connect(`rt${suite.projectId}7`);
    const before = suite.endpoint.calls();
    const ahead = { marginMs: 660_000 };
    for (const seconds of [300, 20]) {
      suite.endpoint.life(seconds);
      const { version } = await createRefresher().getTokens(suite.projectId, id);
      const [one, two] = await Promise.all([
        createRefresher().getTokens(suite.projectId, id, { ...ahead, refusedVersion: version }),
        createRefresher().getTokens(suite.projectId, id, { ...ahead, refusedVersion: version }),
      ]);
      expect(one?.val).toEqual(two?.val);
    }
    suite.endpoint.life(3600);
    // At 300 s: the first token, which had expired, and the refused one. At 20 s: only the refused one, because the
    // token before it was good.
    expect(suite.endpoint.calls() - before).toBe(3);
  });

  test("a refusal makes the account EXPIRED, once, and is not repeated by those who waited", async () => {
    const id = await connect("unknown");
    const before = suite.endpoint.calls();
    suite.endpoint.delay(200);
    const results = await Promise.allSettled(
      [createRefresher(), createRefresher()].map((process) =>
        process.getTokens(suite.projectId, id),
      ),
    );
    suite.endpoint.delay(0);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
    expect(suite.endpoint.calls() - before).toBe(1);
    expect(suite.expired.filter((account) => account === id)).toEqual([id]);
    expect(await run((scope) => getConnectedAccount(scope, id))).toMatchObject({
      status: "EXPIRED",
      status_reason: "The application refused to refresh the tokens.",
      state: { val: { expired_at: expect.any(String) } },
    });
  });

  test("a listener to expiries runs in the transaction of the expiry: when it fails, nothing expired", async () => {
    const id = await connect("unknown");
    const seen: string[] = [];
    const refresher = createTokenRefresher(suite.platform, suite.call, async (scope, accountId) => {
      seen.push((await getConnectedAccount(scope, accountId)).status);
      throw new Error("the report could not be written");
    });
    await expect(refresher.getTokens(suite.projectId, id)).rejects.toThrow("could not be written");
    expect(seen).toEqual(["EXPIRED"]);
    expect(await readAccountStatus(id)).toBe("ACTIVE");
  });

  test("an EXPIRED account is revived when its user asks and the refresh token works", async () => {
    const id = await connect(`rt${suite.projectId}3`);
    await run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ status: "EXPIRED" })
        .where("id", "=", id)
        .execute(),
    );
    await expect(createRefresher().getTokens(suite.projectId, id)).rejects.toMatchObject({
      slug: "ConnectedAccount_StatusForbids",
    });
    await createRefresher().getTokens(suite.projectId, id, { revive: true });
    expect(await readAccountStatus(id)).toBe("ACTIVE");
  });

  test("temporary failures leave the account ACTIVE until there are ten in a row", async () => {
    const id = await connect(`rt${suite.projectId}4`);
    const broken = createTokenRefresher(suite.platform, async () => {
      throw new TypeError("no route");
    });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await readAccountStatus(id)).toBe("ACTIVE");
      await expect(broken.getTokens(suite.projectId, id)).rejects.toThrow("no route");
    }
    expect(await readAccountStatus(id)).toBe("EXPIRED");
  });

  test("an account that a refresh has ended is reported once, with the reason", async () => {
    const id = await connect("unknown");
    const reported: ExpiredAccount[] = [];
    const refresher = createTokenRefresher(suite.platform, suite.call, undefined, (account) => {
      reported.push(account);
    });
    await expect(refresher.getTokens(suite.projectId, id)).rejects.toThrow(RefreshRefusedError);
    await expect(refresher.getTokens(suite.projectId, id)).rejects.toThrow();
    expect(reported).toEqual([
      {
        projectId: suite.projectId,
        accountId: id,
        kind: "refused",
        error: expect.any(RefreshRefusedError),
      },
    ]);
  });
});
