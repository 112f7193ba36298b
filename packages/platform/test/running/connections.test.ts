import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Flood,
  type FloodKind,
  type FloodOptions,
  floodKinds,
  startFlood,
} from "../chaos/support/floods.ts";
import { startWorld, type World } from "../e2e/world.ts";

const places = 64;
const proxy = "127.0.9.1";
const attackers = ["127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.4"];
const kinds = Object.keys(floodKinds) as FloodKind[];

let world: World;
beforeAll(async () => {
  world = await startWorld({
    environment: {
      PLATFORM_MAX_CONNECTIONS: String(places),
      PLATFORM_TRUSTED_PROXIES: proxy,
    },
  });
});
afterAll(() => world.close());

/** Opens three times as many connections as there are places. */
async function flood(kind: FloodKind, options: Partial<FloodOptions> = {}): Promise<Flood> {
  const port = Number(new URL(world.url).port);
  const made = startFlood({ kind, port, addresses: attackers, count: 3 * places, ...options });
  await made.begun;
  return made;
}

interface AskOptions {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly localAddress?: string;
}

/** Sends a request and resolves to its status. Without an agent it opens a connection of its own. */
function ask({ path = "/health", headers = {}, agent, localAddress }: AskOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${world.url}${path}`,
      { agent: agent ?? false, headers, ...(localAddress !== undefined && { localAddress }) },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    asked.on("error", reject).end();
  });
}

const withKey = (key: string) => ({
  path: "/api/v3/connected_accounts",
  headers: { "x-api-key": key },
});

async function askOften(options: AskOptions): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    statuses.push(await ask(options));
  }
  return statuses;
}

const always = (status: number): readonly number[] => Array(10).fill(status);

describe("connections without a use", () => {
  test.each(kinds)("(%s) do not keep anyone out", async (kind) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const kept = { ...withKey(world.keys.other), agent };
    await Promise.all(Array.from({ length: 8 }, () => ask(kept)));
    const sockets = Object.values(agent.freeSockets).flat();
    expect(sockets).toHaveLength(8);
    const { counts, stop } = await flood(kind);
    expect(await askOften(withKey(world.keys.project))).toEqual(always(200));
    expect(await askOften({})).toEqual(always(200));
    expect(await askOften({ path: "/ready" })).toEqual(always(200));
    // Idle connections of a caller with a key stay.
    expect(sockets.some((socket) => socket?.destroyed)).toBe(false);
    await expect.poll(() => counts().closed).toBeGreaterThan(places);
    stop();
    agent.destroy();
  });

  test("are closed oldest first, from the addresses that have the most", async () => {
    const few = await flood("silent", { addresses: ["127.0.2.1"], count: 5 });
    const first = await flood("silent", { addresses: ["127.0.1.1"], count: places });
    const second = await flood("silent", { addresses: ["127.0.1.1"], count: places - 10 });
    await expect.poll(() => first.counts().closed).toBeGreaterThan(places - 10);
    expect(few.counts().closed).toBe(0);
    expect(second.counts().closed).toBe(0);
    for (const each of [few, first, second]) {
      each.stop();
    }
  });
});

describe("behind a trusted proxy", () => {
  const behind = (client: string): AskOptions => ({
    localAddress: proxy,
    headers: { "x-forwarded-for": client },
  });

  test("connections count for the addresses that the proxy reports", async () => {
    const { counts, stop } = await flood("partial body", {
      addresses: [proxy],
      forwardedFor: ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"],
    });
    const { path, headers } = withKey(world.keys.project);
    const keyed = { path, localAddress: proxy, headers: { ...headers, "x-forwarded-for": "::1" } };
    expect(await askOften({ ...keyed })).toEqual(always(200));
    expect(await askOften(behind("198.51.100.2"))).toEqual(always(200));
    await expect.poll(() => counts().closed).toBeGreaterThan(places);
    stop();
  });

  test("connections that the proxy keeps stay while strangers flood", async () => {
    const kept = await flood("kept alive", {
      addresses: [proxy],
      count: 20,
      forwardedFor: ["192.0.2.1"],
    });
    const { counts, stop } = await flood("silent");
    expect(await askOften(behind("192.0.2.1"))).toEqual(always(200));
    // By then the service has made room for the whole flood.
    await expect.poll(() => counts().closed).toBeGreaterThanOrEqual(2 * places);
    expect(kept.counts().closed).toBe(0);
    kept.stop();
    stop();
  });
});

describe("connections of a project", () => {
  test("leave those of a smaller one alone", async () => {
    const small = new Agent({ keepAlive: true });
    const larger = Array.from({ length: 8 }, () => new Agent({ keepAlive: true }));
    const askAll = (agent: Agent, key: string, count: number): Promise<readonly number[]> =>
      Promise.all(Array.from({ length: count }, () => ask({ ...withKey(key), agent })));
    await askAll(small, world.keys.other, 5);
    for (const agent of larger) {
      await askAll(agent, world.keys.project, places / 8);
    }
    const countOpen = (agent: Agent): number =>
      Object.values(agent.freeSockets)
        .flat()
        .filter((socket) => socket?.destroyed === false).length;
    await expect.poll(() => larger.map(countOpen)).not.toEqual(Array(8).fill(places / 8));
    expect(countOpen(small)).toBe(5);
    expect(await ask(withKey(world.keys.other))).toBe(200);
    expect(await ask({})).toBe(200);
    for (const agent of [small, ...larger]) {
      agent.destroy();
    }
  });
});
