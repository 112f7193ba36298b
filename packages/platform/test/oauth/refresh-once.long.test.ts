import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { createReplicas, type Replica, type Replicas } from "./replicas.ts";

const databaseServer = findNeed("postgresql");
/** `SOAK=1` uses the real delays and repeats the expiry `EXPIRIES` times (default 500). */
const isSoak = process.env.SOAK === "1";
const expiries = isSoak ? Number(process.env.EXPIRIES ?? 500) : 3;
const callers = 50;
/** Milliseconds that the slow token endpoint takes. */
const slowMs = 12_000;
/** Accounts that wait for it at the same time, so that the machine is not idle. */
const lanes = 12;

describe.skipIf(databaseServer === undefined)("processes that share a database", () => {
  let replicas: Replicas;
  let first: Replica;
  let second: Replica;

  beforeAll(async () => {
    replicas = await createReplicas(databaseServer ?? "");
    first = await replicas.start();
    second = await replicas.start();
  });
  afterAll(() => replicas.close());

  const countTokenCalls = (): number => replicas.server.tokenCalls.length;
  const set = (id: string, column: "tokens_expire_at" | "refresh_until"): Promise<unknown> =>
    replicas.inDatabase(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ [column]: sql`now() - interval '1 second'` })
        .where("id", "=", id)
        .execute(),
    );
  const expire = (id: string): Promise<unknown> => set(id, "tokens_expire_at");
  /**
   * Ends the lease of a process that is gone. With the soak it waits the 30 s; otherwise it changes the time in the
   * database.
   */
  const endLease = async (id: string): Promise<void> => {
    if (!isSoak) {
      await set(id, "refresh_until");
    }
  };
  /** The result of each of fifty callers in each process: the tool's success, or the status of the refusal. */
  const callAll = async (id: string, processes: readonly Replica[]): Promise<readonly string[]> =>
    await Promise.all(
      processes.flatMap(({ platform }) =>
        Array.from({ length: callers }, () =>
          platform.tools
            .executeTool({
              tool_slug: "HARBOUR_GET_BERTH",
              body: { version: "latest", arguments: {}, connected_account_id: id },
            })
            .then(
              ({ successful }) => (successful ? "acted" : "refused by the application"),
              (error: { readonly status?: number }) => String(error.status ?? "no answer"),
            ),
        ),
      ),
    );
  const countAnswers = (answers: readonly string[]): Record<string, number> =>
    Object.fromEntries(
      [...new Set(answers)].map((each) => [each, answers.filter((one) => one === each).length]),
    );
  const read = async (nanoid: string) =>
    await second.platform.connectedAccounts.getConnectedAccount({ nanoid });
  /** Holds the next response of the token endpoint, or the request, until its caller is gone. */
  const keepUntilGone = (when: "request" | "answer"): Promise<void> => {
    const kept = Promise.withResolvers<void>();
    let left = Promise.resolve();
    replicas.server.hold({
      before: async (gone) => {
        left = gone;
        if (when === "answer") {
          return;
        }
        kept.resolve();
        await gone;
      },
      after: async () => {
        kept.resolve();
        await left;
      },
    });
    return kept.promise;
  };

  test("an endpoint that takes 12 s is asked once, also by a process that gets SIGTERM meanwhile", async () => {
    const ending = await replicas.start();
    const id = await replicas.connect(first);
    const its = await replicas.connect(ending);
    await expire(id);
    await expire(its);
    const before = countTokenCalls();
    replicas.server.hold({ before: () => sleep(slowMs) });
    const all = callAll(id, [first, second]);
    const cutOff = callAll(its, [ending]);
    await expect.poll(countTokenCalls).toBe(before + 2);
    // Requests are drained for 10 s. The refresh that they began takes longer and is stored nevertheless.
    await ending.end("SIGTERM");
    expect(countAnswers(await all)).toEqual({ acted: 2 * callers });
    expect(countAnswers(await cutOff)).toEqual({ "no answer": callers });
    replicas.server.hold({});
    expect(countAnswers(await callAll(its, [second]))).toEqual({ acted: callers });
    expect(countTokenCalls() - before).toBe(2);
    expect(replicas.server.withdrawn).toEqual([]);
  }, 60_000);

  test("a process that is killed before the provider had the request is replaced without loss", async () => {
    const id = await replicas.connect(first);
    const dying = await replicas.start();
    await expire(id);
    const before = countTokenCalls();
    const kept = keepUntilGone("request");
    const cutOff = callAll(id, [dying]);
    await kept;
    replicas.server.hold({});
    const waiting = callAll(id, [second]);
    await dying.end("SIGKILL");
    await endLease(id);
    expect(countAnswers(await waiting)).toEqual({ acted: callers });
    expect(countAnswers(await cutOff)).toEqual({ "no answer": callers });
    // One call never reached the provider; the other was made by the process that took over.
    expect(countTokenCalls() - before).toBe(2);
    expect(replicas.server.withdrawn).toEqual([]);
    expect((await read(id)).status).toBe("ACTIVE");
  }, 90_000);

  test("when the provider had answered, the account is EXPIRED, says why, and its user can sign in again", async () => {
    const id = await replicas.connect(first);
    const dying = await replicas.start();
    await expire(id);
    const kept = keepUntilGone("answer");
    const cutOff = callAll(id, [dying]);
    await kept;
    replicas.server.hold({});
    const waiting = callAll(id, [second]);
    await dying.end("SIGKILL");
    await endLease(id);
    // The new refresh token was lost with the process. The old one was already used, so the provider withdraws the
    // grant.
    expect(countAnswers(await waiting)).toEqual({ 422: callers });
    await cutOff;
    expect(replicas.server.withdrawn).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      status: "EXPIRED",
      status_reason: "The application refused to refresh the tokens.",
    });
    const asked = await second.platform.connectedAccounts.refreshConnectedAccount({ nanoid: id });
    expect(asked).toMatchObject({ status: "EXPIRED", redirect_url: expect.any(String) });
    expect(await replicas.signIn(first, asked.redirect_url ?? "")).toBe(200);
    expect(countAnswers(await callAll(id, [second]))).toEqual({ acted: callers });
  }, 90_000);

  /** Expires the account, and lets all callers of the processes call at once. Every call has to succeed. */
  const expireUnderLoad = async (id: string, processes: readonly Replica[]): Promise<void> => {
    await expire(id);
    const answers = await callAll(id, processes);
    expect(countAnswers(answers)).toEqual({ acted: processes.length * callers });
  };

  test(`${expiries} expiries under 150 callers of three processes cause ${expiries} refreshes`, async () => {
    const id = await replicas.connect(first);
    const third = await replicas.start();
    const withdrawn = replicas.server.withdrawn.length;
    for (let count = 1; count <= expiries; count += 1) {
      const before = countTokenCalls();
      await expireUnderLoad(id, [first, second, third]);
      expect([count, countTokenCalls() - before]).toEqual([count, 1]);
      if (count % 20 === 0) {
        console.log(`  expiries: ${count}, each refreshed once`);
      }
    }
    expect(replicas.server.withdrawn).toHaveLength(withdrawn);
    await third.end("SIGTERM");
  }, 3_600_000);

  test.runIf(isSoak)(
    `${expiries} expiries cause ${expiries} refreshes at an endpoint that takes 12 s, too`,
    async () => {
      const third = await replicas.start();
      const ids = await Promise.all(Array.from({ length: lanes }, () => replicas.connect(first)));
      const withdrawn = replicas.server.withdrawn.length;
      const before = countTokenCalls();
      replicas.server.hold({ before: () => sleep(slowMs) });
      let begun = 0;
      let done = 0;
      const run = async (id: string): Promise<void> => {
        while (begun < expiries) {
          begun += 1;
          await expireUnderLoad(id, [first, second, third]);
          done += 1;
          // The others wait for their own responses, at most one each.
          expect(countTokenCalls() - before).toBeLessThanOrEqual(begun);
          if (done % 20 === 0) {
            console.log(`  expiries at 12 s: ${done}, each refreshed once`);
          }
        }
      };
      await Promise.all(ids.map(run));
      replicas.server.hold({});
      expect([done, countTokenCalls() - before]).toEqual([expiries, expiries]);
      expect(replicas.server.withdrawn).toHaveLength(withdrawn);
      await third.end("SIGTERM");
    },
    3_600_000,
  );
});
