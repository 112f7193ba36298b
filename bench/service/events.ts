import { loadavg } from "node:os";
import {
  createServerDatabase,
  dropServerDatabase,
} from "../../packages/platform/src/testing/server-databases.ts";
import { atOnce } from "../events/event-queue.ts";
import { startReceiver } from "../events/receiver.ts";
import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report/report.ts";
import { installQueuePeers } from "./jobs.ts";
import { platformFlags, startProgram } from "./running.ts";

/** Events that a queue is asked to store, and how many a second; as fast as ten callers can without it. */
export interface EventsToAdd {
  readonly from: number;
  readonly count: number;
  readonly perSecond?: number;
}

const rounds = 3;
const countAtFull = 3_000;
const steadyRate = 50;
const countSteady = 500;

/** The results of a queue. */
interface QueueFigures {
  readonly name: string;
  readonly rates: number[];
  readonly waits: number[];
}

/** Compares deliveries of events with two queues that only send, and measures the receipt of webhooks. */
export async function benchServiceEvents(): Promise<Section> {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const section = {
    title: "Events",
    text: `How fast events arrive at their receiver, beside two job queues. Events are stored in PostgreSQL and delivered to one receiver on the same machine; each queue stores and delivers in one process, with at most ${atOnce} deliveries at once. For events a second, ten callers store ${countAtFull.toLocaleString("en")}, each the next one when its last is committed, while they are delivered; from the first commit to the last arrival, median of ${rounds} rounds, each of which begins with another queue. p50 and p99: from commit to arrival, of ${rounds} × ${countSteady} events at ${steadyRate} a second. The platform's events belong to 50 projects and are stored as those of received webhooks are, each with a receipt, so that those that come at the same time share a commit; they are sealed, kept with their attempts, signed, and sent under the rules of egress. graphile-worker and pg-boss send a payload and forget it; pg-boss is polled again 20 ms after it was empty, and not while another queue is measured; its own worker would wait for 500 ms. The load of the machine was ${loadavg()[0]?.toFixed(1)} before.`,
    columns: ["Queue", "Events/s", "Ratio to the better of the others", "p50", "p99"],
  };
  if (server === "") {
    return { ...section, text: "PostgreSQL is missing: set TEST_DATABASE_URL.", rows: [] };
  }
  await installQueuePeers();
  const figures = await measure(server);
  const peers = figures.filter(({ name }) => name !== "the platform");
  const best = Math.max(...peers.map(({ rates }) => computeMedian(rates)));
  const format = (waits: readonly number[], share: number): string =>
    `${(waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN).toFixed(0)} ms`;
  return {
    ...section,
    rows: figures.map(({ name, rates, waits }) => {
      const sorted = waits.toSorted((one, other) => one - other);
      const rate = computeMedian(rates);
      return [
        `${name}: from commit to arrival`,
        rate.toFixed(0),
        formatRatio(rate, best),
        format(sorted, 0.5),
        format(sorted, 0.99),
      ];
    }),
  };
}

async function measure(server: string) {
  const receiver = await startReceiver();
  const names = ["platform", "graphile", "boss"].map((name) => `bench_${process.pid}_${name}`);
  const running = [];
  try {
    for (const name of names) {
      const url = await createServerDatabase(server, name);
      const queue = name.split("_").at(-1) ?? "";
      const flags = queue === "platform" ? platformFlags : [];
      const program = startProgram("events.ts", [queue, url, receiver.url], flags);
      // The program's first message.
      const opened = (await program.read()) as { readonly name: string };
      const figures: QueueFigures = { name: opened.name, rates: [], waits: [] };
      running.push({ ...program, figures });
    }
    for (let round = 0; round <= rounds; round += 1) {
      // Each round begins with another queue, so that other work on the machine does not always affect the same one.
      const first = round % running.length;
      for (const queue of [...running.slice(first), ...running.slice(0, first)]) {
        const add = async (asked: EventsToAdd): Promise<readonly number[]> => {
          queue.send(asked);
          // The program answers with the times of the commits.
          const times = (await queue.read()) as readonly number[];
          await receiver.waitFor(asked.from, asked.count);
          return times;
        };
        const began = performance.timeOrigin + performance.now();
        await add({ from: 0, count: countAtFull });
        const seconds = (receiver.readLast() - began) / 1000;
        receiver.clear();
        const times = await add({ from: 0, count: countSteady, perSecond: steadyRate });
        // The first round warms up code and caches, and is not counted.
        if (round > 0) {
          queue.figures.rates.push(countAtFull / seconds);
          queue.figures.waits.push(...times.map((at, n) => receiver.readArrival(n) - at));
        }
        receiver.clear();
      }
    }
    return running.map(({ figures }) => figures);
  } finally {
    for (const { stop } of running) {
      await stop();
    }
    for (const name of names) {
      await dropServerDatabase(server, name);
    }
    receiver.close();
  }
}
