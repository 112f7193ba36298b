import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../base/db/opening/open-database.ts";
import {
  createFirstOrganization,
  createOrganization,
} from "../../../domain/projects/create-organization.ts";
import { createRateLimiter } from "../../../domain/requests/rate-limiter.ts";
import type { Platform } from "../../../domain/scope.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createTestPlatform } from "../../../testing/test-platform.ts";
import type { RequestContext } from "../../handlers/handler.ts";
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
      giveUp: () => {},
      countArriving: () => undefined,
    };
    return { requestId: "req_test", address, services, ...ends, found: {} };
  };
  const describeOutcome = (callers: Callers, address: string, key: string): Promise<string> =>
    callers.identify(createContextFrom(address), key).then(
      (caller) => caller?.kind ?? "unknown",
      (error: { readonly slug?: string }) => error.slug ?? "thrown",
    );

  test("processes share the count of wrong keys, and a good key works from the same address, new or known", async () => {
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
    // The second process has not seen the key before.
    expect(await describeOutcome(two, "192.0.2.1", good)).toBe("project");
    expect(await describeOutcome(one, "192.0.2.1", good)).toBe("project");
    expect(await describeOutcome(two, "192.0.2.2", good)).toBe("project");
  });

  test("the keys of an address that has used up its limit share their look-up, and a wrong one is looked up once", async () => {
    const callers = startProcess();
    const good = (await createOrganization(platform, "Shares an address")).key;
    for (let guess = 0; guess <= limit; guess += 1) {
      await describeOutcome(callers, "192.0.2.9", "ak_wrong");
    }
    const lookedUp: string[] = [];
    const findApiKey: Database["findApiKey"] = (hash) => {
      lookedUp.push(hash);
      return database.findApiKey(hash);
    };
    const counted = { ...platform, database: { ...database, findApiKey } };
    const ask = async (key: string): Promise<string> => {
      const context = createContextFrom("192.0.2.9");
      const services = { ...context.services, platform: counted };
      return await callers.identify({ ...context, services }, key).then(
        (caller) => caller?.kind ?? "unknown",
        (error: { readonly slug?: string }) => error.slug ?? "thrown",
      );
    };
    const guesses = Array.from({ length: 300 }, (_, index) => `ak_${index}`.padEnd(32, "x"));
    const waiting = [...guesses, good].map(ask);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lookedUp).toEqual([]);
    const outcomes = await Promise.all(waiting);
    expect(outcomes.pop()).toBe("organization");
    expect(new Set(outcomes)).toEqual(new Set(["Request_RateLimited"]));
    expect(lookedUp).toHaveLength(guesses.length + 1);
    expect(await ask(guesses[7] ?? "")).toBe("Request_RateLimited");
    expect(lookedUp).toHaveLength(guesses.length + 1);
  });
});
