import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { readPostgresEnvironment } from "./world.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = fileURLToPath(new URL("../../bin/platform.js", import.meta.url));

/** Processes of `platform serve` with one database, and the first keys of its organization. */
export interface Replicas {
  readonly urls: readonly string[];
  readonly organizationKey: string;
  stop(): Promise<void>;
}

/** Starts processes on one database, each on its own port. */
export async function startReplicas(databaseUrl: string, count: number): Promise<Replicas> {
  const environment = {
    ...(await readPostgresEnvironment(databaseUrl)),
    PLATFORM_METRICS_PORT: "off",
    PLATFORM_RATE_LIMIT: "1000000",
    PLATFORM_LOG_LEVEL: "error",
  };
  const keys = await runToEnd(["keys", "create"], environment);
  const running = await Promise.all(Array.from({ length: count }, () => startReplica(environment)));
  return {
    urls: running.map(({ url }) => url),
    organizationKey: /oak_[\w-]{32}/.exec(keys)?.[0] ?? "",
    stop: async () => {
      await Promise.all(running.map((replica) => replica.stop()));
    },
  };
}

function start(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const { PATH = "", HOME = "" } = process.env;
  // Without these options the program would replace itself by one that has them.
  const options = ["-C", "source", "--max-semi-space-size=16"];
  return spawn(process.execPath, [...options, program, ...words], {
    cwd: root,
    env: { PATH, HOME, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function runToEnd(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = start(words, environment);
  const text = collect(child);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) {
    throw new Error(`platform ${words.join(" ")} ended with ${code}: ${text()}`);
  }
  return text();
}

async function startReplica(environment: Readonly<Record<string, string>>) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = start(["serve"], { ...environment, PORT: String(port) });
  const text = collect(child);
  while (!(await isReady(url))) {
    if (child.exitCode !== null) {
      throw new Error(`a replica ended: ${text()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { url, stop };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
  }
  return () => text;
}

async function isReady(url: string): Promise<boolean> {
  return await fetch(`${url}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
