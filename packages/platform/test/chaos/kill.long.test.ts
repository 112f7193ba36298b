import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";
import { readNames, startWriters } from "../running/support/writers.ts";
import { createDeployment, createTenant } from "./support/deployment.ts";

const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "a replica that is killed under load five times loses no acknowledged write, and no write is made twice",
  async () => {
    const { environment, ownerKey } = await createDeployment(await createDatabase(server ?? ""));
    const stays = await startProcess(environment);
    // It starts again at the same address.
    const mortal = { ...environment, PORT: String(await findFreePort()) };
    let killed: PlatformProcess = await startProcess(mortal);
    const { apiKey } = await createTenant(stays.url, ownerKey, "kill");
    const urls = [stays.url, killed.url];
    const load = startWriters(urls, { apiKey, count: 10, mayBreak: true });
    const before: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await sleep(500);
      killed.send("SIGKILL");
      expect(await killed.ended).toBeNull();
      before.push(load.acknowledged.length);
      killed = await startProcess(mortal);
    }
    await load.stop();
    expect(load.failures).toEqual([]);
    const names = await readNames(stays.url, apiKey);
    expect(names.toSorted()).toEqual(load.acknowledged.toSorted());
    // The other replica went on each time.
    for (const [round, count] of before.entries()) {
      expect(before[round + 1] ?? load.acknowledged.length).toBeGreaterThan(count);
    }
    stays.send("SIGTERM");
    killed.send("SIGTERM");
    expect(await Promise.all([stays.ended, killed.ended])).toEqual([0, 0]);
  },
  // Far more than it takes on a busy machine.
  300_000,
);
