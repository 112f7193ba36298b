// Runs as a child process. It adds and works off jobs with each queue in turn, and reports the rates to its parent. The
// arguments name a database for each queue, in the order of `openers`.
import { computeMedian } from "../process.ts";
import { openGraphileWorker } from "../queues/graphile-worker.ts";
import { openPgBoss } from "../queues/pg-boss.ts";
import { openPlatformQueue } from "../queues/platform.ts";
import type { BenchQueue } from "../queues/queue.ts";
import { type QueueRates, singleJobs } from "../service/jobs.ts";

const [backlog = 0, measured = 0, rounds = 0] = process.argv.slice(2, 5).map(Number);
const urls = process.argv.slice(5);
const openers: readonly ((url: string) => Promise<BenchQueue>)[] = [
  (url) => openPlatformQueue(url, 0),
  (url) => openPlatformQueue(url, 1_000),
  openGraphileWorker,
  openPgBoss,
];

const opened: { readonly queue: BenchQueue; readonly rates: QueueRates[] }[] = [];
for (const [index, open] of openers.entries()) {
  const queue = await open(urls[index] ?? "");
  opened.push({ queue, rates: [] });
  await queue.add(backlog);
}
for (let round = 0; round <= rounds; round += 1) {
  // Each round begins with another queue, so that other work on the machine, such as autovacuum, does not always affect
  // the same one.
  const first = round % opened.length;
  for (const { queue, rates } of [...opened.slice(first), ...opened.slice(0, first)]) {
    const added = await countSeconds(() => queue.add(measured));
    const singly = await countSeconds(() => queue.addSingly(singleJobs));
    const out = await queue.work(measured + singleJobs);
    // The first round warms up code and caches, and is not counted.
    if (round > 0) {
      rates.push({
        name: queue.name,
        bulk: measured / added,
        singly: singleJobs / singly,
        out: (measured + singleJobs) / out,
      });
    }
  }
}
const takeMiddleRate = (rates: readonly QueueRates[], key: "bulk" | "singly" | "out"): number =>
  computeMedian(rates.map((rate) => rate[key]));
process.send?.(
  opened.map(({ queue, rates }) => ({
    name: queue.name,
    bulk: takeMiddleRate(rates, "bulk"),
    singly: takeMiddleRate(rates, "singly"),
    out: takeMiddleRate(rates, "out"),
  })),
);
// Exit now, because the pools of the other queues stay open for a while.
process.exit();

async function countSeconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
