import { type ChildProcess, spawn } from "node:child_process";
import pg from "pg";
import { Failure } from "../support/failure.ts";
import { root } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { median } from "./process.ts";
import type { Section } from "./report.ts";

/** What a serving process tells when it is ready. */
export interface ServiceFacts {
  readonly url: string;
  readonly key: string;
}

/** How long a serving process waited for its database since it was last asked. */
export interface ServiceTimes {
  readonly milliseconds: number;
  readonly statements: number;
}

const requests = [
  { title: "GET /tools/{slug}", path: "/api/v3/tools/GITHUB_LIST_ISSUES" },
  { title: "GET /connected_accounts, 20 of 1,000", path: "/api/v3/connected_accounts" },
] as const;
const rounds = 3;
const seconds = 4;

/** Requests a second of the platform with its key check, on each kind of database, and the database's part of that. */
export async function benchService(): Promise<Section> {
  const server = process.env.TEST_DATABASE_URL;
  const rows: string[][] = await benchOn("PGlite", "embedded");
  if (server !== undefined && server !== "") {
    const name = `platform_bench_${process.pid}`;
    await onServer(server, `create database ${name}`);
    try {
      const url = new URL(server);
      url.pathname = `/${name}`;
      rows.push(...(await benchOn("PostgreSQL", url.href)));
    } finally {
      await onServer(server, `drop database ${name} with (force)`);
    }
  }
  const missing = server ? "" : " PostgreSQL is missing: set TEST_DATABASE_URL to measure it.";
  return {
    title: "Service",
    text: `The platform as one process, with the check of the key, the limit and the log of warnings; requests a second and the 99th percentile with 50 connections, median of ${rounds} runs of ${seconds} s. The time of one request is the mean with one connection; the database's part of it is what the driver waited, and the statements include what begins and ends a transaction. Load and database are on the same machine.${missing}`,
    columns: ["", "requests/s", "p99", "one request", "statements", "database's part"],
    rows,
  };
}

async function benchOn(title: string, url: string): Promise<string[][]> {
  const service = await start(url);
  try {
    const rows: string[][] = [];
    for (const request of requests) {
      const address = `${service.facts.url}${request.path}`;
      const load = (connections: number, time: number) =>
        runLoad(address, service.facts.key, connections, time);
      await load(50, 1);
      const runs = [];
      for (let round = 0; round < rounds; round += 1) {
        runs.push(await load(50, seconds));
      }
      // The requests that the load left behind come to their end first.
      await load(1, 1);
      await service.times();
      const alone = await load(1, seconds);
      const { milliseconds, statements } = await service.times();
      const one = (seconds * 1000) / alone.total;
      rows.push([
        `${title}: ${request.title}`,
        median(runs.map(({ average }) => average)).toFixed(0),
        `${median(runs.map(({ p99 }) => p99)).toFixed(0)} ms`,
        `${one.toFixed(2)} ms`,
        // The embedded database's driver counts messages.
        url === "embedded" ? "–" : (statements / alone.total).toFixed(1),
        `${((100 * milliseconds) / alone.total / one).toFixed(0)} %`,
      ]);
    }
    return rows;
  } finally {
    await service.stop();
  }
}

interface RunningService {
  readonly facts: ServiceFacts;
  readonly times: () => Promise<ServiceTimes>;
  readonly stop: () => Promise<void>;
}

async function start(url: string): Promise<RunningService> {
  const child = spawn(process.execPath, ["scripts/bench/programs/service.ts", url], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const facts = await message<ServiceFacts>(child);
  return {
    facts,
    times: async () => {
      child.send("times");
      return await message<ServiceTimes>(child);
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.send("stop");
      await ended;
    },
  };
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onClose = (code: number | null): void =>
      reject(new Failure(`the service ended with exit code ${code}`));
    child.once("close", onClose);
    child.once("message", (told) => {
      child.off("close", onClose);
      // The program beside this sends nothing else.
      resolve(told as T);
    });
  });
}

async function runLoad(url: string, key: string, connections: number, time: number) {
  const options = ["-c", String(connections), "-d", String(time), "-j", "-n"];
  const args = [...options, "-H", `x-api-key=${key}`, url];
  const printed = await runCommand(process.execPath, [
    "node_modules/autocannon/autocannon.js",
    ...args,
  ]);
  const result: {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  } = JSON.parse(printed.slice(printed.indexOf("{")));
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Failure(`the load was answered with errors: ${url}`);
  }
  return { ...result.requests, p99: result.latency.p99 };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
