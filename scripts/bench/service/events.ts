import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createServerDatabase,
  dropServerDatabase,
} from "../../../packages/platform/src/testing/server-databases.ts";
import { atOnce, type Hook, hookBody } from "../events/event-queue.ts";
import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report.ts";
import { installQueuePeers } from "./jobs.ts";
import { runLoad, startProgram } from "./running.ts";

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
const connections = 20;

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
    text: `Events on PostgreSQL from their commit to their arrival at one receiver on the same machine; each queue stores and delivers in one process, with at most ${atOnce} deliveries at once. Events a second: ten callers store ${countAtFull.toLocaleString("en")}, each in a transaction, while they are delivered; from the first commit to the last arrival, median of ${rounds} rounds, each of which begins with another queue. p50 and p99: from commit to arrival, of ${rounds} × ${countSteady} events at ${steadyRate} a second. The platform's events belong to 50 projects; they are sealed, kept with their attempts, signed, and sent under the rules of egress. graphile-worker and pg-boss send a payload and forget it; pg-boss is asked again 20 ms after it was empty, where its own worker waits for 500 ms. The last row is webhooks of an application with one body, which the platform verifies and takes for repetitions, so that it stores nothing of them: requests a second and the 99th percentile with ${connections} connections. The load of the machine was ${loadavg()[0]?.toFixed(1)} before.`,
    columns: ["", "a second", "ratio to the better peer", "p50", "p99"],
  };
  if (server === "") {
    return { ...section, text: "PostgreSQL is missing: set TEST_DATABASE_URL.", rows: [] };
  }
  await installQueuePeers();
  const { figures, ingress } = await measure(server);
  const peers = figures.filter(({ name }) => name !== "the platform");
  const best = Math.max(...peers.map(({ rates }) => computeMedian(rates)));
  const format = (waits: readonly number[], share: number): string =>
    `${(waits[Math.floor((waits.length - 1) * share)] ?? Number.NaN).toFixed(0)} ms`;
  return {
    ...section,
    rows: [
      ...figures.map(({ name, rates, waits }) => {
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
      [
        "the platform: repeated webhooks received",
        ingress.average.toFixed(0),
        "",
        "",
        `${ingress.p99.toFixed(0)} ms`,
      ],
    ],
  };
}

async function measure(server: string) {
  const receiver = await startReceiver();
  const names = ["platform", "graphile", "boss"].map((name) => `bench_${process.pid}_${name}`);
  const running = [];
  try {
    for (const name of names) {
      const url = await createServerDatabase(server, name);
      const program = startProgram("events.ts", [name.split("_").at(-1) ?? "", url, receiver.url]);
      // The program's first message.
      const opened = (await program.read()) as { readonly name: string; readonly hook?: Hook };
      const figures: QueueFigures = { name: opened.name, rates: [], waits: [] };
      running.push({ ...program, hook: opened.hook, figures });
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
    const ours = running.find(({ hook }) => hook !== undefined);
    const ingress = await loadHook(ours?.hook ?? { url: "", headers: {} });
    return { figures: running.map(({ figures }) => figures), ingress };
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

async function loadHook({ url, headers }: Hook) {
  const load = {
    method: "POST",
    url,
    headers: { ...headers, "x-delivery": "[<id>]" },
    body: hookBody,
    idReplacement: true,
    connections,
  } as const;
  await runLoad({ ...load, duration: 2 });
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await runLoad({ ...load, duration: 3 }));
  }
  const middle = computeMedian(runs.map(({ average }) => average));
  return runs.find(({ average }) => average === middle) ?? { average: Number.NaN, p99: Number.NaN };
}

/** A receiver that answers at once. Times are milliseconds since 1970, which its child processes share. */
async function startReceiver() {
  const arrivals = new Map<number, number>();
  let last = 0;
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const piece of incoming) {
      body += String(piece);
    }
    outgoing.writeHead(204).end();
    const number = Number(/"title":"(\d+)"/.exec(body)?.[1] ?? Number.NaN);
    last = performance.timeOrigin + performance.now();
    if (!arrivals.has(number)) {
      arrivals.set(number, last);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    waitFor: async (from: number, count: number): Promise<void> => {
      const isThere = (): boolean =>
        Array.from({ length: count }, (_, n) => from + n).every((n) => arrivals.has(n));
      while (arrivals.size < count || !isThere()) {
        await sleep(5);
      }
    },
    readLast: (): number => last,
    readArrival: (number: number): number => arrivals.get(number) ?? Number.NaN,
    clear: (): void => arrivals.clear(),
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}
