import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDeployment } from "../chaos/support/deployment.ts";
import { createEventSender } from "../deliveries/support/event-sender.ts";
import { startEventReceiver } from "../deliveries/support/receivers.ts";
import { createSubscriber } from "../deliveries/support/subscribers.ts";
import { startApplication } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { type Cluster, createCluster } from "./support/cluster.ts";
import { startProcess } from "./support/platform-process.ts";
import { startTraffic } from "./support/traffic.ts";
import { readNames } from "./support/writers.ts";

describe.skipIf(findNeed("postgresql") === undefined)(
  "a PostgreSQL server that archives its log",
  () => {
    let server: Cluster;
    const cleanups: (() => unknown)[] = [];
    beforeAll(async () => {
      server = await createCluster({ archive_mode: "on", wal_level: "replica" });
    }, 60_000);
    afterAll(async () => {
      await server.remove();
      await Promise.all(cleanups.map((cleanup) => cleanup()));
    });

    test("a restore to a moment has everything that was acknowledged before it; leases and jobs continue", async () => {
      const application = await startApplication();
      const toolkits = writeToolkits(application.url);
      // The service has one of its own.
      rmSync(join(toolkits, "hackernews.yaml"));
      const silent = await startEventReceiver("never");
      cleanups.push(application.close, silent.close, () => rmSync(toolkits, { recursive: true }));
      const { environment, ownerKey } = await createDeployment(server.url, {
        PLATFORM_TOOLKITS: toolkits,
        PORT: String(await findFreePort()),
      });
      const service = await startProcess(environment);
      const { url } = service;
      const traffic = await startTraffic([url], ownerKey, true);
      cleanups.push(traffic.close);
      // Its receiver never answers, so that a job of it is leased at any moment.
      const waiting = await createSubscriber(url, ownerKey, {
        name: "waits",
        receiverUrl: silent.url,
      });
      await createEventSender([url], [waiting]).send(1);
      await expect.poll(() => silent.arrivals.size, { timeout: 10_000 }).toBe(1);
      await sleep(500);
      await server.backUp();
      await sleep(2_000);

      // The moment: what was acknowledged before is in the log before it.
      const before = {
        calls: [...traffic.acknowledged.calls],
        events: [...traffic.acknowledged.events.keys()],
        writes: [...traffic.acknowledged.writes],
      };
      const momentAt = performance.now();
      const [row] = await server.query("select clock_timestamp()::text as moment");
      await sleep(2_000);
      service.send("SIGKILL");
      await service.ended;
      const killedAt = performance.now();
      const stopped = traffic.stop();
      const writesAtKill = traffic.acknowledged.writes.length;
      expect(before.calls.length * before.events.length * before.writes.length).toBeGreaterThan(0);
      expect(writesAtKill).toBeGreaterThan(before.writes.length);
      const [log] = await server.query("select pg_walfile_name(pg_switch_wal()) as file");
      const archived = async (): Promise<boolean> => {
        const [found] = await server.query("select last_archived_wal from pg_stat_archiver");
        return String(found?.last_archived_wal) >= String(log?.file);
      };
      await expect.poll(archived, { timeout: 30_000 }).toBe(true);
      await server.restore(String(row?.moment));
      await expect
        .poll(async () => (await server.query("select pg_is_in_recovery() as is"))[0]?.is, {
          timeout: 30_000,
        })
        .toBe(false);

      const leased = await server.query(
        "select from job_leases where cardinality(ids) > 0",
        "platform",
      );
      expect(leased.length).toBeGreaterThan(0);
      const written = await server.query(
        "select name from auth_configs where name like 'write-%'",
        "platform",
      );
      const lost = traffic.acknowledged.writes
        .slice(0, writesAtKill)
        .filter((name) => written.every((each) => each.name !== name));
      expect(lost.filter((name) => before.writes.includes(name))).toEqual([]);
      // It really is an earlier moment.
      expect(lost.length).toBeGreaterThan(0);

      const arrivedBefore = new Map(
        before.events.map((event) => [event, traffic.listArrivals(event)]),
      );
      const again = await startProcess(environment);
      await stopped;
      const names = await readNames(again.url, traffic.subscriber.tenant.apiKey);
      expect(before.writes.filter((name) => !names.includes(name))).toEqual([]);
      const logs = await server.query("select id from tool_execution_logs", "platform");
      const logged = new Set(logs.map(({ id }) => id));
      expect(before.calls.filter((id) => !logged.has(id))).toEqual([]);
      // Events that were refused while the service was away are sent again. These and the pending ones are delivered.
      const isGone = (at: number): boolean => at >= momentAt && at <= killedAt;
      expect(await traffic.waitForDeliveries(30_000, (at) => !isGone(at))).toEqual([]);
      // Those that were pending at the moment came once more, as the same deliveries.
      const ids = before.events.map((event) => new Set(traffic.listArrivals(event)).size);
      expect(ids.every((distinct) => distinct === 1)).toBe(true);
      console.log(
        `${before.events.length} events before the moment, of which ${
          before.events.filter(
            (event) => traffic.listArrivals(event).length > (arrivedBefore.get(event)?.length ?? 0),
          ).length
        } were delivered again; ${lost.length} writes after it are gone`,
      );
      // The lease of the dead process has ended, and another one took its job.
      await expect
        .poll(() => silent.arrivals.get(1)?.length ?? 0, { timeout: 60_000 })
        .toBeGreaterThan(1);
      again.send("SIGINT");
      expect(await again.ended).toBe(0);
    }, 240_000);
  },
);
