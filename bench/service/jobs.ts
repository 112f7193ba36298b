import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import {
  createServerDatabase,
  dropServerDatabase,
} from "../../packages/platform/src/testing/server-databases.ts";
import { Failure } from "../../scripts/support/failure.ts";
import { root } from "../../scripts/support/paths.ts";
import { runCommand } from "../../scripts/support/run.ts";
import { queuePeers, queuePeersFolder } from "../queues/import-peer.ts";
import { formatRatio, type Section } from "../report/report.ts";

/** Jobs per second of one queue: added in bulk, added one by one, and done. */
export interface QueueRates {
  readonly name: string;
  readonly bulk: number;
  readonly singly: number;
  readonly out: number;
}

/** The number of jobs added one by one in each round, which take half a second of commits. */
export const singleJobs = 2_000;

const measuredJobs = 20_000;
const rounds = 5;
const queueCount = 4;

/**
 * Compares the platform's jobs with the two PostgreSQL queues that Node applications use most, while a number of jobs
 * wait all the time. Each number is a benchmark of its own, because a million takes minutes to fill.
 */
export async function benchServiceJobs(backlog: number): Promise<Section> {
  const server = process.env.TEST_DATABASE_URL;
  const section = {
    title: backlog === 0 ? "Jobs" : `Jobs, while ${backlog.toLocaleString("en")} others wait`,
    text: `The platform's job queue beside graphile-worker and pg-boss: jobs a second on PostgreSQL, in one process, with handlers that do nothing. "Added in bulk" and "added one by one" count jobs that are stored, "done" those that are run: ${measuredJobs} jobs are added with 500 in a statement, ${singleJobs} one by one by ten callers, and then all of them are done; median of ${rounds} rounds, each of which begins with another queue. The load of the machine was ${loadavg()[0]?.toFixed(1)} before. The platform's jobs are rows of a project under row-level security, added in its transactions. graphile-worker runs with its local queue of 500 jobs and completes jobs in batches. Two loops fetch batches of 500 from pg-boss, without the pauses of its own worker. The ratio is to the better of these two.`,
    columns: [
      "Queue",
      "Added in bulk (jobs/s)",
      "Ratio",
      "Added one by one (jobs/s)",
      "Ratio",
      "Done (jobs/s)",
      "Ratio",
    ],
  };
  if (server === undefined || server === "") {
    return {
      ...section,
      text: "PostgreSQL is missing: set TEST_DATABASE_URL to measure jobs.",
      rows: [],
    };
  }
  await installQueuePeers();
  return { ...section, rows: toRows(await measure(server, backlog)) };
}

function toRows(all: readonly QueueRates[]): string[][] {
  const peers = all.filter(({ name }) => !name.startsWith("the platform"));
  const findBestRate = (key: "bulk" | "singly" | "out"): number =>
    Math.max(...peers.map((rates) => rates[key]));
  return all.map((rates) => [
    rates.name,
    ...(["bulk", "singly", "out"] as const).flatMap((key) => [
      rates[key].toFixed(0),
      formatRatio(rates[key], findBestRate(key)),
    ]),
  ]);
}

/** Installs pg-boss and graphile-worker beside the repository. */
export async function installQueuePeers(): Promise<void> {
  await mkdir(queuePeersFolder, { recursive: true });
  await writeFile(
    join(queuePeersFolder, "package.json"),
    '{ "private": true, "type": "module" }\n',
  );
  const flags = ["--no-audit", "--no-fund", "--save-exact", "--prefix", queuePeersFolder];
  await runCommand("npm", ["install", ...flags, ...queuePeers]);
}

async function measure(server: string, backlog: number): Promise<readonly QueueRates[]> {
  const names = Array.from(
    { length: queueCount },
    (_, index) => `platform_bench_${process.pid}_${index}`,
  );
  const urls: string[] = [];
  try {
    for (const name of names) {
      urls.push(await createServerDatabase(server, name));
    }
    return await runProgram([backlog, measuredJobs, rounds].map(String), urls);
  } finally {
    for (const name of names) {
      await dropServerDatabase(server, name);
    }
  }
}

function runProgram(
  sizes: readonly string[],
  urls: readonly string[],
): Promise<readonly QueueRates[]> {
  const child = spawn(process.execPath, ["bench/programs/queues.ts", ...sizes, ...urls], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) =>
      reject(new Failure(`The queues' program ended with exit code ${code}.`)),
    );
    // The program sends only this message.
    child.once("message", (reported) => resolve(reported as readonly QueueRates[]));
  });
}
