import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { type PlatformProcess, startProcess } from "../running/support/platform-process.ts";
import { createDeployment, createTenant, type Tenant } from "./support/deployment.ts";

const server = findNeed("postgresql");

/** Duration of each kind of noise. The figures of `npm run soak -- chaos` come from longer ones. */
const noiseMs = process.env.SOAK === "1" ? 20_000 : 4_000;

/** An application that answers, hangs, or answers 2 MiB of JSON. */
const long = `[${Array(20_000)
  .fill(
    JSON.stringify({
      id: 1,
      title: "a title",
      tags: ["x", "y"],
      done: false,
      note: "n".repeat(30),
    }),
  )
  .join(",")}]`;
const application = createServer((incoming, outgoing) => {
  incoming.resume();
  if (incoming.url === "/silent") {
    return;
  }
  outgoing.writeHead(200, { "content-type": "application/json" });
  outgoing.end(incoming.url === "/long" ? long : '{"ok":true}');
});

let folder = "";
let replica: PlatformProcess;
let noisy: Tenant;
let quiet: Tenant;

beforeAll(async () => {
  if (server === undefined) {
    return;
  }
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  folder = mkdtempSync(join(tmpdir(), "platform-noise-"));
  // A server that listens on a port has an address of this form.
  writeToolkit(folder, (application.address() as AddressInfo).port);
  const { environment, ownerKey } = await createDeployment(await createDatabase(server), {
    PLATFORM_TOOLKITS: folder,
    PLATFORM_RATE_LIMIT: "2000",
    PLATFORM_LOG_LEVEL: "warn",
  });
  replica = await startProcess(environment);
  noisy = await createTenant(replica.url, ownerKey, "noisy");
  quiet = await createTenant(replica.url, ownerKey, "quiet");
});
afterAll(async () => {
  application.closeAllConnections();
  application.close();
  if (folder !== "") {
    rmSync(folder, { recursive: true });
  }
});

function writeToolkit(to: string, port: number): void {
  const responses = "responses: { '200': { description: Done. } }";
  const operation = (name: string): string =>
    `  /${name}: { get: { operationId: get-${name}, summary: Get, description: Gets., ${responses} } }`;
  writeFileSync(
    join(to, "noise.yaml"),
    `${writePlainHead("noise", `http://127.0.0.1:${port}`)}
  categories: [developer-tools]
  auth: []
paths:
${["quick", "silent", "long"].map(operation).join("\n")}
`,
  );
}

const execute = (platform: Platform, name: string, signal?: AbortSignal): Promise<unknown> =>
  platform.tools.executeTool(
    { tool_slug: `NOISE_GET_${name}`, body: { version: "latest", arguments: {} } },
    signal === undefined ? {} : { signal },
  );

/** Noise made by one tenant. Its responses do not matter. */
type Noise = (signal: AbortSignal) => Promise<unknown>;

/**
 * Repeats a call in `count` parallel loops until the noise ends. After a refusal it waits a second, as `Retry-After`
 * says.
 */
async function repeat(count: number, signal: AbortSignal, call: Noise): Promise<unknown> {
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const isRefused = await call(signal).then(
        () => false,
        () => true,
      );
      await sleep(isRefused ? 1_000 : 20, undefined, { signal }).catch(() => {});
    }
  };
  return await Promise.all(Array.from({ length: count }, loop));
}

/** Clients that ask for long lists, three at a time and thirty a second, and never read a response. */
async function askWithoutReading(signal: AbortSignal): Promise<void> {
  const sockets: Socket[] = [];
  const { port } = new URL(replica.url);
  const line = `GET /api/v3/tools?limit=1000 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${noisy.apiKey}\r\n\r\n`;
  while (!signal.aborted) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(line.repeat(3));
    sockets.push(socket);
    await sleep(100);
  }
  for (const socket of sockets) {
    socket.destroy();
  }
}

const noises: Readonly<Record<string, Noise>> = {
  "nobody else": async () => {},
  "calls that hang": (signal) =>
    repeat(100, signal, () => execute(noisy.platform, "SILENT", signal)),
  "clients that never read": askWithoutReading,
  "answers of 2 MiB": (signal) => repeat(2, signal, () => execute(noisy.platform, "LONG", signal)),
};

/** Measures a caller's waiting time in milliseconds, repeatedly until the signal aborts. */
async function measure(signal: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    for (const call of [
      () => quiet.platform.authConfigs.listAuthConfigs({ limit: 5 }),
      () => execute(quiet.platform, "QUICK"),
    ]) {
      const began = performance.now();
      await call();
      times.push(performance.now() - began);
    }
    // Stays within the limit of 2,000 requests a minute.
    await sleep(80);
  }
  return times.toSorted((one, other) => one - other);
}

const computePercentile = (times: readonly number[], part: number): number =>
  Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);

/** The memory of the service, in MiB. */
const measureMemory = (pid: number): number =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
  );

test.skipIf(server === undefined)(
  "one tenant is answered while another one makes trouble",
  async () => {
    const p99: number[] = [];
    for (const [name, make] of Object.entries(noises)) {
      const noise = new AbortController();
      const making = make(noise.signal);
      const times = await measure(AbortSignal.timeout(noiseMs));
      const resident = measureMemory(replica.pid);
      noise.abort();
      await making;
      p99.push(computePercentile(times, 0.99));
      console.info(
        `beside ${name}: ${times.length} calls, p50 ${computePercentile(times, 0.5)} ms, p99 ${p99.at(-1)} ms, ${resident} MiB`,
      );
      // Each was successful: a refusal would have thrown.
      expect(times.length, name).toBeGreaterThan(0);
    }
    // Only the soak runs on an otherwise idle machine.
    if (process.env.SOAK === "1") {
      expect(Math.max(...p99)).toBeLessThan(250);
    }
    replica.send("SIGTERM");
    expect(await replica.ended).toBe(0);
  },
  300_000,
);
