import { loadavg } from "node:os";
import {
  createServerDatabase,
  dropServerDatabase,
} from "../../packages/platform/src/testing/server-databases.ts";
import { computeMedian } from "../process.ts";
import { formatRatio, type Section } from "../report/report.ts";
import { listRequests, type MeasuredRequest, requests, type ServiceFacts } from "./requests.ts";
import {
  type RunningService,
  runLoad,
  serveApplication,
  startHello,
  startService,
} from "./running.ts";

/** Single rounds differ by a third, because the speed of the machine does. */
const rounds = 9;
const seconds = 2;

/**
 * An execution becomes faster for 16 to 30 seconds, until the engine has compiled its functions. A service runs for days.
 * Fastify has far fewer functions.
 */
const warmUpSeconds = 30;
const helloWarmUpSeconds = 5;
const connections = 20;

const columns = [
  "Request",
  "Requests/s",
  "Fastify (requests/s)",
  "Ratio",
  "p99",
  "CPU",
  "One request",
  "Statements",
  "Round trips",
  "Round trips at once",
];

/** Measures the most frequent operations on PostgreSQL, and Fastify for comparison. */
export function benchService(): Promise<Section> {
  return describeRequests("Service", "PostgreSQL");
}

/** The same on the embedded database. */
export function benchServiceEmbedded(): Promise<Section> {
  return describeRequests("Service on the embedded database", "PGlite");
}

async function describeRequests(
  title: string,
  database: "PGlite" | "PostgreSQL",
): Promise<Section> {
  return {
    title,
    text: `The platform as one process, which checks the key and the rate limit of each request and logs warnings. ${describeMethod()} A tool is executed against an application on the same machine, which answers at once. ${describeLoadedMachine()}`,
    columns,
    rows: await onDatabases(measureAll(requests), [database], false),
  };
}

/** Lists of a project with 1,000,000 accounts. */
export async function benchServiceLists(): Promise<Section> {
  return {
    title: "Lists of 1,000,000 accounts",
    text: `Lists of connected accounts in a project with 1,000,000 accounts, each with an encrypted key, and in one with 1,000. The tables were vacuumed and analysed before, as autovacuum does after a while. ${describeMethod()} ${describeLoadedMachine()}`,
    columns,
    rows: await onDatabases(measureAll(listRequests), ["PostgreSQL"], true),
  };
}

function describeMethod(): string {
  return `Requests a second and p99 are those of ${connections} connections, median of ${rounds} runs of ${seconds} s after ${warmUpSeconds} s to warm up. Each run follows one of a Fastify server that answers with the same body, and the ratio is to that run. "One request" is the mean time with one connection, and CPU the processor time of the platform's process for one request. "Statements" are what one request sends to the database, including the beginning and end of transactions, and "round trips" the times that it waits for the database. "Round trips at once" are the round trips of a request with ${connections} connections, because requests at the same time share some.`;
}

/** The load, the service, Fastify, the application, the database and other work share the machine. */
export function describeLoadedMachine(): string {
  const missing =
    readDatabaseAddress() === "" ? " PostgreSQL is missing: set TEST_DATABASE_URL." : "";
  return `Everything is on one machine, whose load average was ${loadavg()[0]?.toFixed(1)} before.${missing}`;
}

function readDatabaseAddress(): string {
  return process.env.TEST_DATABASE_URL ?? "";
}

/** Runs on each database, with an application that answers at once. */
export async function onDatabases(
  measureOn: (
    title: string,
    service: RunningService,
    applicationUrl: string,
  ) => Promise<string[][]>,
  databases: readonly ("PGlite" | "PostgreSQL")[],
  isLarge: boolean,
): Promise<string[][]> {
  const application = await serveApplication();
  const rows: string[][] = [];
  try {
    if (databases.includes("PGlite")) {
      const service = await startService("embedded", application.url, isLarge);
      rows.push(...(await measureOn("PGlite", service, application.url)));
    }
    if (databases.includes("PostgreSQL") && readDatabaseAddress() !== "") {
      const name = `platform_bench_${process.pid}`;
      const address = await createServerDatabase(readDatabaseAddress(), name);
      try {
        const service = await startService(address, application.url, isLarge);
        rows.push(...(await measureOn("PostgreSQL", service, application.url)));
      } finally {
        await dropServerDatabase(readDatabaseAddress(), name);
      }
    }
  } finally {
    application.server.close();
  }
  return rows;
}

function measureAll(measured: readonly MeasuredRequest[]) {
  return (title: string, service: RunningService): Promise<string[][]> =>
    measureRequests(title, service, measured);
}

async function measureRequests(
  title: string,
  service: RunningService,
  measured: readonly MeasuredRequest[],
): Promise<string[][]> {
  try {
    const bodies = await Promise.all(
      measured.map((request) => buildRequestBody(service.facts, request)),
    );
    const hello = await startHello(bodies);
    try {
      const rows: string[][] = [];
      for (const [index, request] of measured.entries()) {
        const cells = await measure(service, request, `${hello.url}/${index}`);
        rows.push([`${title}: ${request.title}`, ...cells]);
      }
      return rows;
    } finally {
      await hello.stop();
    }
  } finally {
    await service.stop();
  }
}

/** The body of a request's answer. */
async function buildRequestBody(
  facts: ServiceFacts,
  { path, load }: MeasuredRequest,
): Promise<string> {
  const { method = "GET", headers = {}, body = null } = load(facts);
  const response = await fetch(`${facts.url}${path(facts)}`, {
    method,
    headers: { ...headers },
    body,
  });
  return await response.text();
}

/** The results of one round of the load. */
interface Round {
  /** Requests a second of Fastify, and of the platform. */
  readonly fastify: number;
  readonly average: number;
  readonly p99: number;
  /** Milliseconds of a request. */
  readonly cpu: number;
  readonly roundTrips: number;
}

async function measure(
  service: RunningService,
  { path, load }: MeasuredRequest,
  hello: string,
): Promise<string[]> {
  const { facts } = service;
  const options = load(facts);
  const run = (url: string, connections: number, duration: number) =>
    runLoad({ ...options, url, connections, duration });
  const url = `${facts.url}${path(facts)}`;
  await run(url, connections, warmUpSeconds);
  await run(hello, connections, helloWarmUpSeconds);
  const runs: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const fastify = await run(hello, connections, seconds);
    await service.readTimes();
    const platform = await run(url, connections, seconds);
    const { cpuMilliseconds, roundTrips } = await service.readTimes();
    runs.push({
      fastify: fastify.average,
      average: platform.average,
      p99: platform.p99,
      cpu: cpuMilliseconds / platform.total,
      roundTrips: roundTrips / platform.total,
    });
  }
  // Let the remaining requests of the load finish first.
  await run(url, 1, 1);
  await service.readTimes();
  const alone = await run(url, 1, seconds);
  const { statements, roundTrips } = await service.readTimes();
  const takeMiddleRound = (read: (run: Round) => number): number => computeMedian(runs.map(read));
  return [
    takeMiddleRound(({ average }) => average).toFixed(0),
    takeMiddleRound(({ fastify }) => fastify).toFixed(0),
    formatRatio(
      takeMiddleRound(({ average, fastify }) => average / fastify),
      1,
    ),
    `${takeMiddleRound(({ p99 }) => p99).toFixed(0)} ms`,
    `${takeMiddleRound(({ cpu }) => cpu).toFixed(2)} ms`,
    `${((seconds * 1000) / alone.total).toFixed(2)} ms`,
    // The embedded database's driver counts messages.
    ...[statements, roundTrips].map((count) =>
      service.isEmbedded ? "–" : (count / alone.total).toFixed(1),
    ),
    service.isEmbedded ? "–" : takeMiddleRound(({ roundTrips: shared }) => shared).toFixed(2),
  ];
}
