import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import {
  createDeployment,
  createReplicaClient,
  createTenant,
  type Tenant,
} from "../chaos/support/deployment.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../e2e/database-proxy.ts";
import { type Cluster, createCluster } from "../running/support/cluster.ts";
import type { PlatformProcess } from "../running/support/platform-process.ts";
import { supervise } from "../running/support/supervise.ts";
import { type Depot, startDepot } from "./support/depot.ts";
import { createDocumentCallers } from "./support/documents.ts";
import { createImporters } from "./support/kits.ts";
import { attemptUntilKnown, createJournal, type Journal, renderTopic } from "./support/outcomes.ts";
import { createReplicas, type Replicas } from "./support/replicas.ts";
import {
  findHalfToolkits,
  letTimePass,
  readBothSides,
  waitUntilErased,
} from "./support/storage.ts";

const server = findNeed("postgresql");
/** `npm run soak` runs the long form in parts such as `2/4`, which can be resumed. */
const [, parts = 1] = (process.env.SPECWRIGHT_SOAK_PART ?? "1/1").split("/").map(Number);
const isLong = process.env.SOAK === "1";
const kills = isLong ? 200 / parts : 4;
/** After every so many kills the database stops at once, and in between it cannot be reached. */
const stopEvery = isLong ? 10 : 4;

let cluster: Cluster;
let proxy: DatabaseProxy;
let depot: Depot;
let onGiven = (): void => {};
let data: string;
beforeAll(async () => {
  if (server !== undefined) {
    cluster = await createCluster();
    proxy = await startDatabaseProxy(cluster.url);
    depot = await startDepot(() => onGiven());
    data = mkdtempSync(join(tmpdir(), "platform-chaos-files-"));
  }
});
afterAll(async () => {
  await proxy?.close();
  await cluster?.remove();
  depot?.close();
  rmSync(data ?? "", { recursive: true, force: true });
});

/** A process that is killed and comes back at the same address. */
interface Victim {
  readonly environment: Readonly<Record<string, string>>;
  running: Promise<PlatformProcess>;
}

/** Processes that end by themselves are failures. */
function startVictim(environment: Victim["environment"], journal: Journal): Victim {
  const start = async (): Promise<PlatformProcess> => {
    const running = await supervise(environment);
    void running.ended.then((code) => {
      if (code !== null && code !== 0) {
        journal.failures.push(`A process ended with ${code}: ${running.text().slice(-2_000)}`);
      }
    });
    return running;
  };
  return { environment, running: start() };
}

/** Kills processes in turn. The database stops, or is cut off, at some of them. */
async function disturb(
  victims: readonly Victim[],
  { journal, waitForMoment }: Replicas,
  atKill: (number: number) => Promise<void>,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(300 + Math.random() * 700);
    const victim = victims[kill % victims.length];
    const killed = await victim?.running;
    if (victim === undefined || killed === undefined) {
      throw new Error("The process is missing.");
    }
    await waitForMoment(2_000);
    // Most writes take so long.
    await sleep(Math.random() * 40);
    killed.send("SIGKILL");
    await killed.ended;
    journal.count(
      "disturbed",
      victim.environment.PLATFORM_ROLE === "worker" ? "workers killed" : "API processes killed",
    );
    if (kill % stopEvery === stopEvery - 1) {
      await cluster.stop("immediate");
      await sleep(500);
      await cluster.start();
      journal.count("disturbed", "immediate stops of PostgreSQL");
    } else if (kill % stopEvery === 1) {
      proxy.cut();
      await sleep(1_000);
      proxy.mend();
      journal.count("disturbed", "times without PostgreSQL");
    }
    victim.running = startVictim(victim.environment, journal).running;
    await atKill(kill);
    // One worker and one API process stay: at most two start at the same time.
    await victims[(kill + victims.length - 1) % victims.length]?.running;
  }
  await Promise.all(victims.map(({ running }) => running));
}

test.skipIf(server === undefined)(
  `imports and files outlive ${kills} kills, stops of PostgreSQL and times without it: each is whole or absent, and nothing is left over`,
  async () => {
    const files = join(data, "files");
    const { environment, ownerKey } = await createDeployment(proxy.url, {
      PLATFORM_TOOLKITS: depot.toolkits,
      PLATFORM_DATA: data,
      PLATFORM_POOL_SIZE: "5",
      PLATFORM_LOG_LEVEL: "warn",
    });
    const journal = createJournal();
    const victims = await Promise.all(
      ["api", "worker", "api", "worker"].map(async (role) => {
        const port = String(await findFreePort());
        return startVictim({ ...environment, PLATFORM_ROLE: role, PORT: port }, journal);
      }),
    );
    const started = await Promise.all(victims.map(({ running }) => running));
    const urls = started.filter((_, index) => index % 2 === 0).map(({ url }) => url);
    const [url = ""] = urls;
    const replicas = createReplicas(urls, journal);
    onGiven = replicas.noteMoment;
    const importers = createImporters(replicas, depot.url);
    const callers = createDocumentCallers(replicas);
    const tenants = [
      await createTenant(url, ownerKey, "one"),
      await createTenant(url, ownerKey, "two"),
    ] as const;
    const doomed: Tenant[] = [];
    for (let count = 0; count < kills / 3; count += 1) {
      const tenant = await createTenant(url, ownerKey, `doomed-${count}`);
      await callers.prepare(tenant);
      doomed.push(tenant);
    }
    const ending = new AbortController();
    const working = [0, 1, 2, 3].map((number) => {
      const tenant = tenants[number % 2] ?? tenants[0];
      return [
        importers.run(String(number), tenant, ending.signal),
        callers.run(String(number), tenant, ending.signal),
      ];
    });
    await disturb(victims, replicas, async (kill) => {
      const tenant = kill % 3 === 0 ? doomed[kill / 3] : undefined;
      if (tenant !== undefined) {
        await attemptUntilKnown(journal, () =>
          createReplicaClient(replicas.chooseUrl(), ownerKey).projects.deleteProject({
            nano_id: tenant.id,
          }),
        );
        callers.noteDeleted(tenant);
        journal.count("acknowledged", "deleted projects");
      }
    });
    ending.abort();
    await Promise.all(working.flat());
    await importers.check();
    await callers.check();
    for (const tenant of doomed) {
      const seen = await attemptUntilKnown(journal, () => tenant.platform.files.listFiles());
      expect(seen).toEqual({ kind: "refused", refusal: "401 Auth_KeyInvalid" });
    }
    expect(await findHalfToolkits(cluster)).toEqual([]);
    const stopped = await Promise.all(victims.map(({ running }) => running));
    for (const each of stopped) {
      each.send("SIGTERM");
    }
    expect(await Promise.all(stopped.map(({ ended }) => ended))).toEqual(stopped.map(() => 0));

    const unfinished = await readBothSides(cluster, files);
    await letTimePass(cluster, files);
    const last = await supervise({ ...environment, PLATFORM_ROLE: "worker" });
    await waitUntilErased(cluster, files);
    last.send("SIGTERM");
    await last.ended;
    const { rows, blobs } = await readBothSides(cluster, files);
    console.log(
      [
        ...["disturbed", "acknowledged", "unanswered"].map((topic) => renderTopic(journal, topic)),
        `  files in the end: ${rows.length} rows and ${blobs.length} blobs, before the sweep ${unfinished.rows.length} and ${unfinished.blobs.length}`,
      ].join("\n"),
    );
    expect(journal.failures).toEqual([]);
    expect(blobs).toEqual(rows);
    expect(rows.length).toBeGreaterThan(0);
  },
  isLong ? 60 * 60 * 1000 : 240_000,
);
