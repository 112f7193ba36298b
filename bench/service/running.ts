import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:net";
import { Failure } from "../../scripts/support/failure.ts";
import { root } from "../../scripts/support/paths.ts";
import { runCommand } from "../../scripts/support/run.ts";
import type { Load, ServiceFacts } from "./requests.ts";

/** The work of a serving process since the last report. */
export interface ServiceTimes {
  /** The time in which at least one database call was pending. */
  readonly milliseconds: number;
  readonly statements: number;
  /** The number of messages, or groups of messages, that were sent to the database together. */
  readonly roundTrips: number;
  /** The processor time of the process. */
  readonly cpuMilliseconds: number;
}

/** A serving process. */
export interface RunningService {
  readonly facts: ServiceFacts;
  readonly isEmbedded: boolean;
  /** The id of the process. */
  readonly pid: number | undefined;
  readonly readTimes: () => Promise<ServiceTimes>;
  readonly stop: () => Promise<void>;
}

/** A program that answers each message with one. */
export interface RunningProgram {
  /** Its next message. */
  read(): Promise<unknown>;
  send(message: object): void;
  stop(): Promise<void>;
}

/** The flags with which `packages/platform/bin/platform.js` runs the service on PostgreSQL. */
export const platformFlags: readonly string[] = ["--max-semi-space-size=16"];

/** The variables with which `packages/platform/bin/platform.js` runs the service. */
const variables = { MALLOC_ARENA_MAX: "2" };

/** Starts the platform in its own process, on a database (`embedded`, or an address). */
export async function startService(
  database: string,
  application: string,
  isLarge: boolean,
): Promise<RunningService> {
  const size = isLarge ? "large" : "small";
  const isEmbedded = database === "embedded";
  const flags = isEmbedded ? ["--max-semi-space-size=8"] : platformFlags;
  const child = start("service.ts", [database, application, size], flags, variables);
  const facts = await waitForMessage<ServiceFacts>(child);
  return {
    facts,
    isEmbedded,
    pid: child.pid,
    readTimes: async () => {
      child.send("times");
      return await waitForMessage<ServiceTimes>(child);
    },
    stop: () => stop(child),
  };
}

/** Starts a Fastify server in its own process, which answers `GET` and `POST /<index>` with the body of that index. */
export async function startHello(
  bodies: readonly string[],
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const child = start("hello.ts", []);
  child.send(bodies);
  const url = await waitForMessage<string>(child);
  return { url, stop: () => stop(child) };
}

const applicationAnswer =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 23\r\n\r\n{"id":1,"name":"thing"}';

/**
 * Starts an application that answers each request, which must have no body, with a small object. In the field an application runs
 * elsewhere. Here it shares two processors with the service, so it reads no more of a request than its end.
 */
export async function serveApplication(): Promise<{
  readonly url: string;
  readonly server: Server;
}> {
  const server = createServer((socket) => {
    let rest = "";
    socket.setNoDelay(true);
    socket.on("data", (piece) => {
      const requests = `${rest}${piece.toString("latin1")}`.split("\r\n\r\n");
      rest = requests.pop() ?? "";
      socket.write(applicationAnswer.repeat(requests.length));
    });
    // The service leaves connections that it no longer needs.
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Failure("the application of the benchmark has no port");
  }
  return { url: `http://127.0.0.1:${address.port}`, server };
}

/** Makes requests for a number of seconds; @throws Failure when one is not answered with 2xx */
export async function runLoad(
  load: Load & { readonly url: string; readonly connections: number; readonly duration: number },
): Promise<{
  readonly average: number;
  readonly total: number;
  readonly p50: number;
  readonly p99: number;
}> {
  const printed = await runCommand(process.execPath, [
    "bench/programs/load.js",
    JSON.stringify(load),
  ]);
  const result: {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  } = JSON.parse(printed);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Failure(`the load was answered with errors: ${load.url}`);
  }
  const { p50, p99 } = result.latency;
  return { ...result.requests, p50, p99 };
}

/** Runs a program that reports once and ends by itself. */
export async function runReporting<T>(
  program: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<T> {
  const child = start(program, args, flags);
  const ended = new Promise((resolve) => child.once("close", resolve));
  const reported = await waitForMessage<T>(child);
  await ended;
  return reported;
}

/** Starts a program that its parent sends messages to. */
export function startProgram(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): RunningProgram {
  const child = start(program, args, flags);
  return {
    read: () => waitForMessage<unknown>(child),
    send: (message: object): void => void child.send(message),
    stop: () => stop(child),
  };
}

function start(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [...flags, `bench/programs/${program}`, ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.send("stop");
  await ended;
}

function waitForMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onClose = (code: number | null): void =>
      reject(new Failure(`a server of the benchmark ended with exit code ${code}`));
    child.once("close", onClose);
    child.once("message", (received) => {
      child.off("close", onClose);
      // The programs send only this kind of message.
      resolve(received as T);
    });
  });
}
