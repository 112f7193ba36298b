import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../db/opening/open-database.ts";
import { createFirstOrganization } from "../../domain/projects/create-organization.ts";
import { createRateLimiter } from "../../domain/requests/rate-limiter.ts";
import type { Platform } from "../../domain/scope.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import { type Callers, createCallers } from "./callers.ts";

const limit = 10;
/** Windows begin at whole multiples of their length. A window of three weeks does not end during the test. */
const windowMs = 3 * 7 * 86_400_000;

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let platform: Platform;
  beforeAll(async () => {
    database = await open();
    platform = createTestPlatform(database);
  });

  /** Creates the callers of one process. All processes share the database. */
  const startProcess = (): Callers =>
    createCallers({
      limiter: createRateLimiter(database, { limit, windowMs }),
      limit,
      windowSeconds: windowMs / 1000,
    });
  const createContextFrom = (address: string): RequestContext => {
    // The code under test only uses `platform`.
    const services = { platform } as RequestContext["services"];
    const { signal } = new AbortController();
    const ends = {
      target: "/",
      hasLeft: () => false,
      watchCaller: () => signal,
      stopping: signal,
      stopped: signal,
    };
    return { requestId: "req_test", address, services, ...ends, found: {} };
  };
  const describeOutcome = (callers: Callers, address: string, key: string): Promise<string> =>
    callers.identify(createContextFrom(address), key).then(
      (caller) => caller?.kind ?? "unknown",
      (error: { readonly slug?: string }) => error.slug ?? "thrown",
    );

  test("processes share the count of wrong keys, and a good key is refused only when it is new and from that address", async () => {
    const keys = await createFirstOrganization(platform);
    const [one, two] = [startProcess(), startProcess()];
    const good = keys?.projectKey ?? "";
    expect(await describeOutcome(one, "192.0.2.1", good)).toBe("project");
    const outcomes: string[] = [];
    for (let guess = 0; guess < limit + 4; guess += 1) {
      const wrong = `ak_${String(guess).padStart(32, "0")}`;
      outcomes.push(await describeOutcome(guess % 2 === 0 ? one : two, "192.0.2.1", wrong));
    }
    expect(outcomes.filter((each) => each === "unknown")).toHaveLength(limit);
    expect(outcomes.slice(-4)).toEqual(Array(4).fill("Request_RateLimited"));
    expect(await describeOutcome(two, "192.0.2.1", good)).toBe("Request_RateLimited");
    expect(await describeOutcome(one, "192.0.2.1", good)).toBe("project");
    expect(await describeOutcome(two, "192.0.2.2", good)).toBe("project");
    expect(await describeOutcome(two, "192.0.2.1", good)).toBe("project");
  });

  test("an address that has used up its limit costs no query", async () => {
    const callers = startProcess();
    for (let guess = 0; guess <= limit; guess += 1) {
      await describeOutcome(callers, "192.0.2.9", "ak_wrong");
    }
    let queries = 0;
    const counting = database.unscoped.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const counted = { ...platform, database: { ...database, unscoped: counting } };
    const context = createContextFrom("192.0.2.9");
    const services = { ...context.services, platform: counted };
    const key = `ak_${"1".repeat(32)}`;
    await expect(callers.identify({ ...context, services }, key)).rejects.toMatchObject({
      slug: "Request_RateLimited",
    });
    expect(queries).toBe(0);
    expect(context.found.rate).toMatchObject({ remaining: 0 });
  });
});
