import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { testDatabases } from "../../../testing/test-database.ts";
import { deleteConnectedAccount } from "../../removal/delete-connected-account.ts";
import type { Platform } from "../../scope.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";
import { acquireRefresh, commitRefresh, failRefresh } from "./refresh-lease.ts";
import { createTokenRefresher } from "./refresh-tokens.ts";
import { useRefreshes } from "./testing/refresh-fixture.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const suite = useRefreshes(open);
  const { connect, createRefresher, run } = suite;

  test("tokens of a lease are dropped when the account was changed or deleted meanwhile", async () => {
    const id = await connect(`rt${suite.projectId}5`);
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
    const id = await connect(`rt${suite.projectId}6`);
    const before = suite.endpoint.calls();
    const release = suite.endpoint.hold();
    let isOver = false;
    const waiting = Promise.all(
      [createRefresher(), createRefresher()].map((process) =>
        process.getTokens(suite.projectId, id),
      ),
    ).finally(() => {
      isOver = true;
    });
    await expect.poll(suite.endpoint.calls).toBe(before + 1);
    // The other process notices in this time that it has to wait, or later on a slow machine.
    await sleep(100);
    await run((scope) => getConnectedAccount(scope, id));
    expect(isOver).toBe(false);
    release();
    await waiting;
  });

  test("tokens are stored although a lease ended and another process was refused with the same refresh token", async () => {
    const id = await connect(`rt${suite.projectId}7`);
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
    const id = await connect(`rt${suite.projectId}8`);
    let isAway = false;
    let refusals = 0;
    const { database } = suite.platform;
    const failing: Platform = {
      ...suite.platform,
      database: {
        ...database,
        transactInProject: <T>(
          project: string,
          work: Parameters<typeof database.transactInProject<T>>[1],
        ) => {
          refusals += isAway ? 1 : 0;
          if (refusals === 3) {
            isAway = false;
          }
          if (isAway) {
            throw new Error("ECONNREFUSED");
          }
          return database.transactInProject(project, work);
        },
      },
    };
    const process = createTokenRefresher(failing, async () => {
      isAway = true;
      return { access_token: "kept", refresh_token: "rotated", expires_in: 3600 };
    });
    const { val } = await process.getTokens(suite.projectId, id);
    expect(val).toMatchObject({ access_token: "kept", refresh_token: "rotated" });
    expect(refusals).toBe(3);
  });
});
