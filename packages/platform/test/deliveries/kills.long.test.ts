import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDeployment } from "../chaos/support/deployment.ts";
import { startApplication } from "../e2e/application.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { type Cluster, createCluster } from "../running/support/cluster.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";
import { supervise } from "../running/support/supervise.ts";
import { createEventSender, type EventSender } from "./support/event-sender.ts";
import { type EventReceiver, startEventReceiver } from "./support/receivers.ts";
import { createSubscriber } from "./support/subscribers.ts";
import { waitWhileMoving } from "./support/wait-while-moving.ts";

const server = findNeed("postgresql");
const isLong = process.env.SOAK === "1";
/** `npm run soak` runs the long form in parts such as `2/5`, which can be resumed. */
const [, parts = 1] = (process.env.SPECWRIGHT_SOAK_PART ?? "1/1").split("/").map(Number);
const [events, kills, stops] = isLong
  ? ([20_000 / parts, 200 / parts, 20 / parts] as const)
  : ([200, 6, 1] as const);
const senders = 8;

/** Milliseconds within which the work of a dead process has to continue. */
const takeOverMs = 20_000;

/**
 * Milliseconds between the arrival of a delivery and the commit that stores it, on a busy machine: a kill within this time
 * found the delivery in flight.
 */
const flightMs = 3_000;

/** A time at which deliveries were in flight and lost: a kill, or the database's absence. */
interface Disturbance {
  readonly from: number;
  readonly to: number;
  readonly what: "worker" | "api" | "database";
}

let cluster: Cluster | undefined;
let receiver: EventReceiver | undefined;
const cleanups: (() => unknown)[] = [];
beforeAll(async () => {
  if (server !== undefined) {
    cluster = await createCluster();
    receiver = await startEventReceiver();
  }
});
afterAll(async () => {
  await receiver?.close();
  await cluster?.remove();
  for (const cleanup of cleanups) {
    await cleanup();
  }
});

/** Kills and starts processes and stops the database, in turn, while events are sent in step with it. */
async function disturb(
  running: Promise<PlatformProcess>[],
  environments: readonly Readonly<Record<string, string>>[],
  sender: EventSender,
): Promise<readonly Disturbance[]> {
  const disturbances: Disturbance[] = [];
  let allowed = 0;
  let next = 0;
  const sending = Array.from({ length: senders }, async () => {
    while (next < events) {
      if (next >= allowed) {
        await sleep(10);
        continue;
      }
      const number = next;
      next += 1;
      await sender.send(number);
    }
  });
  const stopEvery = Math.floor(kills / stops);
  for (let kill = 0; kill < kills; kill += 1) {
    allowed = Math.ceil((events * (kill + 1)) / kills);
    // In the middle of the events of this step.
    await waitWhileMoving(
      {
        isDone: () => next >= allowed - events / kills / 2,
        progress: () => next,
      },
      60_000,
    );
    const index = kill % running.length;
    const victim = await running[index];
    const environment = environments[index];
    if (victim === undefined || environment === undefined) {
      throw new Error("The process is missing.");
    }
    const from = performance.now();
    victim.send("SIGKILL");
    await victim.ended;
    const what = environment.PLATFORM_ROLE === "worker" ? "worker" : "api";
    disturbances.push({ from, to: performance.now(), what });
    if (kill % stopEvery === stopEvery - 1) {
      const stopped = performance.now();
      await cluster?.stop("immediate");
      await sleep(500);
      await cluster?.start();
      disturbances.push({ from: stopped, to: performance.now(), what: "database" });
    }
    running[index] = supervise(environment);
    // One worker and one API process stay: at most two start at the same time.
    await running[(kill + running.length - 1) % running.length];
    if ((kill + 1) % 10 === 0) {
      console.log(
        `  progress: ${kill + 1} of ${kills} kills, ${sender.acknowledged.size} acknowledged, ${receiver?.arrivals.size} arrived`,
      );
    }
  }
  allowed = events;
  await Promise.all(sending);
  return disturbances;
}

/** Milliseconds between two moments in which the database was there. */
function countWithDatabase(from: number, to: number, all: readonly Disturbance[]): number {
  const away = all
    .filter(({ what }) => what === "database")
    .map((one) => Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)));
  return to - from - away.reduce((sum, each) => sum + each, 0);
}

test.skipIf(server === undefined)(
  `${events} events outlive ${kills} kills and ${stops} immediate stops of PostgreSQL: none is lost, and only those in flight come twice`,
  async () => {
    if (cluster === undefined || receiver === undefined) {
      throw new Error("The surroundings were not started.");
    }
    const application = await startApplication();
    const toolkits = writeToolkits(application.url);
    // The service has one of its own.
    rmSync(join(toolkits, "hackernews.yaml"));
    cleanups.push(
      () => application.close(),
      () => rmSync(toolkits, { recursive: true, force: true }),
    );
    const { environment, ownerKey } = await createDeployment(cluster.url, {
      PLATFORM_TOOLKITS: toolkits,
      PLATFORM_POOL_SIZE: "5",
    });
    const environments = await Promise.all(
      ["worker", "api", "worker", "api"].map(async (role) => ({
        ...environment,
        PLATFORM_ROLE: role,
        // It comes back at the same address.
        PORT: String(await findFreePort()),
      })),
    );
    const running = environments.map((each) => startProcess(each));
    const started = await Promise.all(running);
    const apis = started.filter((_, index) => environments[index]?.PLATFORM_ROLE === "api");
    const urls = apis.map(({ url }) => url);
    const hooks = [];
    for (const name of ["one", "two", "three"]) {
      const at = { name, receiverUrl: receiver.url };
      hooks.push(await createSubscriber(urls[0] ?? "", ownerKey, at));
    }
    const sender = createEventSender(urls, hooks);
    const began = performance.now();
    const disturbances = await disturb(running, environments, sender);
    const { arrivals } = receiver;
    await waitWhileMoving(
      { isDone: () => arrivals.size >= events, progress: () => arrivals.size },
      60_000,
    );
    // Requests that come twice come within this time.
    await sleep(isLong ? takeOverMs + 5_000 : 1_000);
    const seconds = (performance.now() - began) / 1000;

    expect(sender.acknowledged.size).toBe(events);
    const lost = [...sender.acknowledged.keys()].filter((number) => !arrivals.has(number));
    const all = [...arrivals.values()];
    const otherIds = all.filter((each) => new Set(each.map(({ webhookId }) => webhookId)).size > 1);
    const otherBodies = all.filter((each) => new Set(each.map(({ body }) => body)).size > 1);
    const repeated = all.filter((each) => each.length > 1);
    const notInFlight = repeated.filter((each) =>
      each
        .slice(0, -1)
        .some(({ at }) => !disturbances.some(({ from, to }) => at <= to && at >= from - flightMs)),
    );
    const waits = [...sender.acknowledged]
      .map(([number, at]) =>
        countWithDatabase(at, arrivals.get(number)?.[0]?.at ?? at, disturbances),
      )
      .sort((one, other) => one - other);
    const again = repeated
      .flatMap((each) =>
        each
          .slice(1)
          .map(({ at }, index) => countWithDatabase(each[index]?.at ?? at, at, disturbances)),
      )
      .sort((one, other) => one - other);
    const at = (list: readonly number[], share: number): string =>
      ((list[Math.floor((list.length - 1) * share)] ?? 0) / 1000).toFixed(2);
    const workers = disturbances.filter(({ what }) => what === "worker").length;
    console.log(
      [
        `  delivered: ${arrivals.size} of ${events} acknowledged events, ${lost.length} lost, in ${seconds.toFixed(0)} s`,
        `  disturbed: ${kills} SIGKILLs (${workers} of workers, ${kills - workers} of API processes), ${disturbances.length - kills} immediate stops of PostgreSQL`,
        `  more than once: ${repeated.length} events, each with one webhook-id; ${notInFlight.length} of them not in flight at a kill or a stop`,
        `  from acknowledged to arrived: p50 ${at(waits, 0.5)} s, p99 ${at(waits, 0.99)} s, slowest ${at(waits, 1)} s (without the time that PostgreSQL was away)`,
        `  from the first arrival to the repeated one: p50 ${at(again, 0.5)} s, slowest ${at(again, 1)} s`,
        `  not acknowledged at first: ${[...sender.refusals].map(([what, count]) => `${count} × ${what}`).join(", ") || "none"}`,
      ].join("\n"),
    );
    expect(lost).toEqual([]);
    expect(otherIds).toEqual([]);
    expect(otherBodies).toEqual([]);
    expect(notInFlight).toEqual([]);
    expect(waits.filter((each) => each > takeOverMs)).toEqual([]);
    expect(again.filter((each) => each > takeOverMs)).toEqual([]);
    const left = await Promise.all(running);
    for (const each of left) {
      each.send("SIGTERM");
    }
    await Promise.all(left.map(({ ended }) => ended));
  },
  isLong ? 3 * 60 * 60 * 1000 : 240_000,
);
