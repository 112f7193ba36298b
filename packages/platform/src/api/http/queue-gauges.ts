import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { QueueMeasure } from "../../domain/operators/measure-queue.ts";

/** Milliseconds for which a measurement is shown again. Several collectors may ask, and a long queue takes a while to read. */
const freshMs = 10_000;

/** Milliseconds that collectors wait for the database. During an outage the other metrics matter most. */
const patienceMs = 2_000;

/** Adds gauges of the queue. They are absent while the database does not answer. */
export function addQueueGauges(
  registry: Registry,
  read: () => Promise<readonly QueueMeasure[]>,
): void {
  const registers = [registry];
  const labelNames = ["kind"] as const;
  const due = new Gauge({
    name: "platform_jobs_due",
    help: "Jobs of all processes whose time has come and that no worker has, by kind.",
    labelNames,
    registers,
    // Gauges are collected at the same time, and this one waits for the measurement of all three.
    collect: async () => {
      const measured = await measure();
      for (const gauge of [due, oldest, dead]) {
        gauge.reset();
      }
      for (const each of measured) {
        due.set({ kind: each.kind }, each.due);
        oldest.set({ kind: each.kind }, each.oldest_seconds);
        dead.set({ kind: each.kind }, each.dead);
      }
    },
  });
  const oldest = new Gauge({
    name: "platform_jobs_oldest_due_seconds",
    help: "For how long the oldest of these jobs has been due, by kind.",
    labelNames,
    registers,
    collect: async () => void (await measure()),
  });
  const dead = new Gauge({
    name: "platform_jobs_dead",
    help: "Jobs of all processes that were given up and not retried, by kind. They are kept for 30 days.",
    labelNames,
    registers,
    collect: async () => void (await measure()),
  });
  let measured: Promise<readonly QueueMeasure[]> = Promise.resolve([]);
  let measuredAt = Number.NEGATIVE_INFINITY;
  const measure = async (): Promise<readonly QueueMeasure[]> => {
    if (performance.now() - measuredAt > freshMs) {
      measuredAt = performance.now();
      measured = read().catch(() => []);
    }
    return await Promise.race([measured, sleep(patienceMs, [], { ref: false })]);
  };
}
