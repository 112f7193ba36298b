import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import {
  createServerDatabase,
  dropServerDatabase,
} from "../../packages/platform/src/testing/server-databases.ts";
import { Failure } from "../support/failure.ts";
import { root } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { median } from "./process.ts";
import type { Section } from "./report.ts";

/** What a serving process tells when it is ready. */
export interface ServiceFacts {
  readonly url: string;
  readonly key: string;
  /** An account of the toolkit whose tool is executed. */
  readonly accountId: string;
}

/** How long a serving process waited for its database since it was last asked, and for what. */
export interface ServiceTimes {
  readonly milliseconds: number;
  readonly statements: number;
  readonly transactions: number;
}

/** A request, with options of autocannon. */
interface Load {
  readonly method?: "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Puts an id in the place of each `[<id>]`, another one for each request. */
  readonly idReplacement?: boolean;
}

interface Request {
  readonly title: string;
  readonly path: string;
  readonly load: (facts: ServiceFacts) => Load;
}

const tool = "/api/v3/tools/execute/BENCH_GET_THING";

const requests: readonly Request[] = [
  { title: "GET /tools/{slug}", path: "/api/v3/tools/GITHUB_LIST_ISSUES", load: () => ({}) },
  {
    title: "GET /connected_accounts, 20 of 1,000",
    path: "/api/v3/connected_accounts",
    load: () => ({}),
  },
  { title: "execute", path: tool, load: execution },
  {
    title: "execute with an Idempotency-Key",
    path: tool,
    load: (facts) => {
      const { headers, ...load } = execution(facts);
      return { ...load, headers: { ...headers, "idempotency-key": "[<id>]" }, idReplacement: true };
    },
  },
];

function execution({ accountId }: ServiceFacts): Load {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ connected_account_id: accountId, arguments: {} }),
  };
}

const rounds = 3;
const seconds = 4;

/** Requests a second of the platform with its key check, on each kind of database, and the database's part of that. */
export async function benchService(): Promise<Section> {
  const server = process.env.TEST_DATABASE_URL;
  const application = await serveApplication();
  const rows: string[][] = [];
  try {
    rows.push(...(await benchOn("PGlite", "embedded", application.url)));
    if (server !== undefined && server !== "") {
      const name = `platform_bench_${process.pid}`;
      const address = await createServerDatabase(server, name);
      try {
        rows.push(...(await benchOn("PostgreSQL", address, application.url)));
      } finally {
        await dropServerDatabase(server, name);
      }
    }
  } finally {
    application.server.close();
  }
  const missing = server ? "" : " PostgreSQL is missing: set TEST_DATABASE_URL to measure it.";
  return {
    title: "Service",
    text: `The platform as one process, with the check of the key, the limit and the log of warnings; requests a second and the 99th percentile with 50 connections, median of ${rounds} runs of ${seconds} s. The time of one request is the mean with one connection; the database's part of it is what the driver waited, and the statements, each a round trip, include what begins and ends a transaction. A tool is executed with a key against an application on the same machine, which answers at once. Load and database are on the same machine.${missing}`,
    columns: [
      "",
      "requests/s",
      "p99",
      "one request",
      "statements",
      "transactions",
      "database's part",
    ],
    rows,
  };
}

/** An application that answers a small object at once. */
async function serveApplication(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"id":1,"name":"thing"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Failure("the application of the benchmark has no port");
  }
  return { url: `http://127.0.0.1:${address.port}`, server };
}

async function benchOn(title: string, url: string, application: string): Promise<string[][]> {
  const service = await start(url, application);
  try {
    const rows: string[][] = [];
    for (const request of requests) {
      const { headers, ...options } = request.load(service.facts);
      const load = (connections: number, duration: number) =>
        runLoad({
          ...options,
          url: `${service.facts.url}${request.path}`,
          headers: { ...headers, "x-api-key": service.facts.key },
          connections,
          duration,
        });
      await load(50, 1);
      const runs = [];
      for (let round = 0; round < rounds; round += 1) {
        runs.push(await load(50, seconds));
      }
      // The requests that the load left behind come to their end first.
      await load(1, 1);
      await service.times();
      const alone = await load(1, seconds);
      const { milliseconds, statements, transactions } = await service.times();
      const one = (seconds * 1000) / alone.total;
      rows.push([
        `${title}: ${request.title}`,
        median(runs.map(({ average }) => average)).toFixed(0),
        `${median(runs.map(({ p99 }) => p99)).toFixed(0)} ms`,
        `${one.toFixed(2)} ms`,
        // The embedded database's driver counts messages.
        url === "embedded" ? "–" : (statements / alone.total).toFixed(1),
        url === "embedded" ? "–" : (transactions / alone.total).toFixed(1),
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

async function start(url: string, application: string): Promise<RunningService> {
  const child = spawn(process.execPath, ["scripts/bench/programs/service.ts", url, application], {
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

async function runLoad(
  load: Load & {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
  },
) {
  const printed = await runCommand(process.execPath, [
    "scripts/bench/programs/load.js",
    JSON.stringify(load),
  ]);
  const result: {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  } = JSON.parse(printed);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Failure(`the load was answered with errors: ${load.url}`);
  }
  return { ...result.requests, p99: result.latency.p99 };
}
