import { loadavg } from "node:os";
import {
  createServerDatabase,
  dropServerDatabase,
} from "../../packages/platform/src/testing/server-databases.ts";
import type { Hook } from "../events/event-queue.ts";
import { startReceiver, type TimedReceiver } from "../events/receiver.ts";
import { computeMedian } from "../process.ts";
import type { Section } from "../report/report.ts";
import { platformFlags, runLoad, startProgram } from "./running.ts";

const rounds = 3;
const seconds = 4;
const connectionCounts = [1, 20, 50];

/** Measures the receipt of webhooks, each of which is another one. */
export async function benchServiceIngress(): Promise<Section> {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const section = {
    title: "Webhooks received",
    text: `An application sends webhooks to one trigger instance on PostgreSQL, each with another body, id and signature. The platform verifies each webhook, and stores it with its event, delivery and job in one transaction before it answers. Meanwhile the same process delivers the events to a receiver that answers at once. The figures are medians of ${rounds} runs of ${seconds} s, each of which begins when the deliveries of the one before are done. Load, database and receiver are on the same machine, whose load average was ${loadavg()[0]?.toFixed(1)} before.`,
    columns: ["Connections", "Webhooks/s", "p50", "p99", "Delivered meanwhile"],
  };
  if (server === "") {
    return { ...section, text: "PostgreSQL is missing: set TEST_DATABASE_URL.", rows: [] };
  }
  const name = `bench_${process.pid}_ingress`;
  const url = await createServerDatabase(server, name);
  const receiver = await startReceiver();
  const program = startProgram("events.ts", ["platform", url, receiver.url], platformFlags);
  try {
    // The program's first message.
    const { hook } = (await program.read()) as { readonly hook: Hook };
    const rows: string[][] = [];
    for (const connections of connectionCounts) {
      rows.push([String(connections), ...(await measure(hook, receiver, connections))]);
    }
    return { ...section, rows };
  } finally {
    await program.stop();
    await dropServerDatabase(server, name);
    receiver.close();
  }
}

/** The results of one run of the load. */
interface Run {
  readonly average: number;
  readonly p50: number;
  readonly p99: number;
  /** Deliveries a second. */
  readonly meanwhile: number;
}

async function measure(
  { url, secret }: Hook,
  receiver: TimedReceiver,
  connections: number,
): Promise<readonly string[]> {
  const load = { method: "POST", url, webhookSecret: secret, connections } as const;
  const runs: Run[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = receiver.count();
    const run = await runLoad({ ...load, duration: round === 0 ? 1 : seconds });
    const meanwhile = (receiver.count() - before) / seconds;
    await receiver.waitUntilQuiet();
    // The first round warms up code and caches, and is not counted.
    if (round > 0) {
      runs.push({ ...run, meanwhile });
    }
  }
  const middle = (read: (run: Run) => number): string => computeMedian(runs.map(read)).toFixed(0);
  return [
    middle(({ average }) => average),
    `${middle(({ p50 }) => p50)} ms`,
    `${middle(({ p99 }) => p99)} ms`,
    `${middle(({ meanwhile }) => meanwhile)} a second`,
  ];
}
