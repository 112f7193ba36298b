import { randomBytes } from "node:crypto";
import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { type Cluster, createCluster } from "./support/cluster.ts";
import { type PlatformProcess, runPlatform, startProcess } from "./support/platform-process.ts";
import { readNames, startWriters } from "./support/writers.ts";

const server = findNeed("postgresql");
const poolSize = 4;
/** Connections beside the pool, one for each channel of notifications: jobs, and cancelled calls. */
const listeners = 2;
const callers = 20;

/** How long the database is down, in milliseconds, and how its server is stopped. */
const outages = [
  [1_000, "fast"],
  [3_000, "immediate"],
  [15_000, "fast"],
  [2_000, "immediate"],
  [10_000, "immediate"],
] as const;

let cluster: Cluster | undefined;
beforeAll(async () => {
  if (server !== undefined) {
    cluster = await createCluster();
  }
});
afterAll(async () => {
  await cluster?.remove();
});

/**
 * States in `/proc/net/tcp`: established, and waiting for the other end. Sockets that the server has already closed
 * do not count.
 */
const connected: ReadonlySet<string> = new Set(["01", "02"]);

/** The number of connections of a process to a port of this machine, including those that are being opened. */
async function countOpenConnections(pid: number, port: number): Promise<number> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const table = await readFile(`/proc/${pid}/net/tcp`, "utf8");
  const inodes = new Set(
    table
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote, state]) => remote?.endsWith(wanted) && connected.has(state ?? ""))
      .map((columns) => columns[9]),
  );
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(
    files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => "")),
  );
  return links.filter((link) => inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? "")).length;
}

/** Milliseconds until a replica answers a request that needs the database. */
async function pollUntilSuccess(url: string, apiKey: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const headers = { "x-api-key": apiKey };
    const response = await fetch(`${url}/api/v3/auth_configs?limit=1`, { headers });
    await response.arrayBuffer();
    if (response.ok) {
      return performance.now() - began;
    }
    await sleep(20);
  }
}

test.skipIf(server === undefined)(
  "two replicas outlive a database that is stopped five times and loses its sessions, and lose no write",
  async () => {
    if (cluster === undefined) {
      throw new Error("The cluster was not started.");
    }
    const environment = {
      DATABASE_URL: cluster.url,
      PLATFORM_BASE_URL: "http://127.0.0.1:3000",
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
      PLATFORM_RATE_LIMIT: "1000000",
      PLATFORM_POOL_SIZE: String(poolSize),
      HOST: "127.0.0.1",
    };
    const created = await runPlatform(["keys", "create"], environment);
    const ownerKey = /oak_[\w-]+/.exec(created.stdout)?.[0] ?? "";
    const replicas: PlatformProcess[] = [
      await startProcess(environment),
      await startProcess(environment),
    ];
    const project = await fetch(`${replicas[0]?.url}/api/v3/org/owner/project/new`, {
      method: "POST",
      headers: { "x-api-key": ownerKey, "content-type": "application/json" },
      body: JSON.stringify({ name: "outage", should_create_api_key: true }),
    });
    const { api_key: apiKey } = (await project.json()) as { readonly api_key: string };
    const exits: (number | null)[] = [];
    for (const replica of replicas) {
      replica.ended.then((code) => exits.push(code));
    }

    const load = startWriters(
      replicas.map(({ url }) => url),
      { apiKey, count: callers },
    );
    const most: number[] = [];
    let isWatching = true;
    const watching = (async () => {
      while (isWatching) {
        for (const { pid } of replicas) {
          most.push(await countOpenConnections(pid, cluster?.port ?? 0).catch(() => 0));
        }
        await sleep(50);
      }
    })();
    const returns: number[] = [];
    for (const [awayMs, mode] of outages) {
      await sleep(1_000);
      await cluster.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tester'",
      );
      await sleep(500);
      const refused = load.refusals.length;
      await cluster.stop(mode);
      await sleep(awayMs);
      expect(exits, replicas.map(({ text }) => text()).join("\n")).toEqual([]);
      expect(load.refusals.length - refused, "refusals at once").toBeGreaterThan(callers);
      await cluster.start();
      returns.push(
        ...(await Promise.all(replicas.map(({ url }) => pollUntilSuccess(url, apiKey)))),
      );
    }
    await sleep(1_000);
    await load.stop();
    isWatching = false;
    await watching;

    expect(exits).toEqual([]);
    expect(load.failures).toEqual([]);
    expect(load.refusals.filter(({ retryAfter }) => retryAfter === null)).toEqual([]);
    expect(Math.max(...most)).toBeLessThanOrEqual(poolSize + listeners);
    expect(Math.max(...returns)).toBeLessThan(2_000);
    const rows = await readNames(replicas[0]?.url ?? "", apiKey);
    // Each acknowledged write exists exactly once, however often it was repeated.
    expect(rows.toSorted()).toEqual(load.acknowledged.toSorted());
    expect(load.acknowledged.length).toBeGreaterThan(100);
    for (const replica of replicas) {
      replica.send("SIGTERM");
    }
    expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([0, 0]);
  },
  180_000,
);
