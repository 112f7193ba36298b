import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../base/db/opening/open-database.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** Windows begin at whole multiples of their length. A window of three weeks does not end during the test. */
  const long = 3 * 7 * 86_400_000;
  const countAdmitted = async (calls: readonly Promise<unknown>[]): Promise<number> =>
    (await Promise.allSettled(calls)).filter((call) => call.status === "fulfilled").length;

  test("several processes together let through exactly as many requests as the limit allows", async () => {
    const processes: RateLimiter[] = Array.from({ length: 3 }, () =>
      createRateLimiter(database, { limit: 100, windowMs: long }),
    );
    const calls = Array.from(
      { length: 150 },
      (_, index) =>
        processes[index % processes.length]?.take("proj_a") ?? Promise.reject(new Error("none")),
    );
    expect(await countAdmitted(calls)).toBe(100);
  });

  test("a refusal says when to come back, and subjects are counted separately", async () => {
    const limiter = createRateLimiter(database, { limit: 2, windowMs: long });
    expect(await limiter.take("proj_b")).toMatchObject({
      limit: 2,
      remaining: 1,
      windowSeconds: long / 1000,
    });
    expect(await limiter.take("proj_b")).toMatchObject({ remaining: 0 });
    const refused = await limiter.take("proj_b").catch((error: unknown) => error);
    expect(refused).toMatchObject({ slug: "Request_RateLimited" });
    const { retryAfterSeconds } = refused as { retryAfterSeconds: number }; // Checked in the line above.
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(long / 1000);
    expect(await limiter.take("proj_c")).toMatchObject({ remaining: 1 });
  });

  test("a used-up window is known without a query, on every process that has met it", async () => {
    const [one, two] = [1, 2].map(() => createRateLimiter(database, { limit: 2, windowMs: long }));
    expect(() => one?.assertLeft("proj_f")).not.toThrow();
    await Promise.all([one?.take("proj_f"), one?.take("proj_f")]);
    await expect(one?.take("proj_f")).rejects.toMatchObject({ slug: "Request_RateLimited" });
    expect(() => one?.assertLeft("proj_f")).toThrow(
      expect.objectContaining({ slug: "Request_RateLimited" }),
    );
    expect(() => two?.assertLeft("proj_f")).not.toThrow();
    await expect(two?.take("proj_f")).rejects.toMatchObject({ slug: "Request_RateLimited" });
    expect(() => two?.assertLeft("proj_f")).toThrow();
  });

  test("a new window begins to count again", async () => {
    const limiter = createRateLimiter(database, { limit: 1, windowMs: 300 });
    await limiter.take("proj_d");
    // Longer than a window. After more time, a later one begins to count.
    await sleep(320);
    expect(await limiter.take("proj_d")).toMatchObject({ remaining: 0 });
  });

  test("requests within a block cost no query", async () => {
    let queries = 0;
    const unscoped = database.unscoped.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const limiter = createRateLimiter(
      { ...database, unscoped },
      { limit: 100_000, windowMs: long },
    );
    for (let count = 0; count < 4_000; count += 1) {
      await limiter.take("proj_e");
    }
    expect(queries).toBe(1);
  });
});
