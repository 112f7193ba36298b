import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../support/failure.ts";
import { resolveInRoot, root } from "../support/paths.ts";
import { send } from "./send.ts";

/** A service with the limits that it has without configuration. */
export interface AttackedService {
  readonly url: string;
  readonly port: number;
  readonly organizationKey: string;
  /** Resident memory of its process and of those that it started, in MiB; undefined where `/proc` does not exist. */
  readMemory(): number | undefined;
  stop(): Promise<void>;
}

const program = resolveInRoot("packages/platform/bin/platform.js");

/**
 * Starts the service on this machine. The database is embedded, unless `DATABASE_URL` names an empty one.
 *
 * @throws Failure when it does not start
 */
export async function startAttackedService(): Promise<AttackedService> {
  const data = mkdtempSync(join(tmpdir(), "platform-attacked-"));
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: database } = process.env;
  const environment = {
    ...pick(["PATH", "HOME"]),
    PORT: String(port),
    PLATFORM_DATA: data,
    PLATFORM_METRICS_PORT: "off",
    PLATFORM_LOG_LEVEL: "warn",
    ...(database === undefined
      ? {}
      : {
          DATABASE_URL: database,
          HOST: "127.0.0.1",
          PLATFORM_BASE_URL: url,
          PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
          PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
        }),
  };
  const start = (words: readonly string[]): ChildProcess =>
    spawn(process.execPath, ["-C", "source", program, ...words], {
      cwd: root,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const created = database === undefined ? "" : await readOutput(start(["keys", "create"]));
  const child = start(["serve"]);
  const text = created + (await waitUntilReady(child, url));
  const organizationKey = /\boak_[\w-]{32}/.exec(text)?.[0];
  if (organizationKey === undefined) {
    throw new Failure(`The service printed no organization key:\n${text}`);
  }
  return {
    url,
    port,
    organizationKey,
    readMemory: () => readResidentMemory(child.pid),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

function readResidentMemory(pid: number | string | undefined): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(/\s+/);
    // A process may end in between.
    const theirs = children.map((child) => (child === "" ? 0 : (readResidentMemory(child) ?? 0)));
    return kilobytes === undefined
      ? undefined
      : theirs.reduce((sum, each) => sum + each, Math.round(Number(kilobytes) / 1024));
  } catch {
    return undefined;
  }
}

async function readOutput(child: ChildProcess): Promise<string> {
  const text = collect(child);
  await new Promise((resolve) => child.once("close", resolve));
  return text();
}

/** Milliseconds for a first start on a slow machine. */
const startMs = 60_000;

/** Waits until the process answers. Returns what it has printed. */
async function waitUntilReady(child: ChildProcess, url: string): Promise<string> {
  const text = collect(child);
  const until = performance.now() + startMs;
  for (;;) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill();
      throw new Failure(`The service did not start:\n${text()}`);
    }
    const { status } = await send(`${url}/ready`);
    if (status === 200) {
      return text();
    }
    await sleep(100);
  }
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  }
  return () => text;
}
