import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../oauth/deployment.ts";

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment({ PLATFORM_EGRESS_ALLOW: "192.0.2.1/32" });
});
afterAll(() => deployment.close());

const mebibyte = 1024 * 1024;

/** A document of about 30 MiB with many operations, which takes the compiler seconds. */
function writeNoise(bytes: number): string {
  const description = "x".repeat(3_000);
  const count = Math.floor(bytes / 3_200);
  const paths = Array.from({ length: count }, (_, index) => [
    `/a${index}`,
    { get: { operationId: `a${index}`, description, responses: { 200: { description: "Ok." } } } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Noise", version: "1" },
    servers: [{ url: "https://192.0.2.1" }],
    paths: Object.fromEntries(paths),
  });
}

/** Milliseconds of 60 reads, in order. */
async function measureReads(key: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    const began = performance.now();
    const answer = await fetch(`${deployment.url}/api/v3/auth_configs`, {
      headers: { "x-api-key": key },
    });
    await answer.text();
    times.push(performance.now() - began);
    await sleep(50);
  }
  return times.sort((a, b) => a - b);
}

/** Reads beside two processes that only use the processor, as the compiler and the sender of the noise do. */
async function measureBusy(key: string): Promise<readonly number[]> {
  const busy = [1, 2].map(() => spawn(process.execPath, ["-e", "for (;;);"]));
  try {
    return await measureReads(key);
  } finally {
    for (const each of busy) {
      each.kill("SIGKILL");
    }
  }
}

const readP95 = (times: readonly number[]): number => times[Math.floor(times.length * 0.95)] ?? 0;

test("24 parallel imports of 30 MB by one project leave another project its reads, its import and the memory of the service", async () => {
  const { api_key } = await deployment.owner.projects.createProject({
    body: { name: "quiet", should_create_api_key: true },
  });
  const quiet = api_key ?? "";
  // The noise is sent by other processes, so that this one is only the service and its quiet client.
  const body = JSON.stringify({ slug: "noise", document: writeNoise(30 * mebibyte) });
  const script = `
    const [url, key, count] = process.argv.slice(1);
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const send = async () => {
      try {
        return (await fetch(url, { method: "POST", headers, body })).status;
      } catch { return 0; }
    };
    console.log(JSON.stringify(await Promise.all(Array.from({ length: Number(count) }, send))));`;
  const before = await measureBusy(quiet);
  const noise = spawn(process.execPath, [
    ...["--input-type=module", "-e", script, "--"],
    ...[`${deployment.url}/api/v3/toolkits/import`, deployment.key, "24"],
  ]);
  noise.stdin.end(body);
  const statuses = new Promise<readonly number[]>((resolve) => {
    let text = "";
    noise.stdout.on("data", (chunk) => {
      text += String(chunk);
    });
    noise.once("close", () => resolve(JSON.parse(text)));
  });
  const atStart = process.memoryUsage.rss();
  let peak = atStart;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  await sleep(500);
  const began = performance.now();
  const small = writeNoise(10_000);
  const [reads, imported] = await Promise.all([
    measureReads(quiet),
    fetch(`${deployment.url}/api/v3/toolkits/import`, {
      method: "POST",
      headers: { "x-api-key": quiet, "content-type": "application/json" },
      body: JSON.stringify({ slug: "small", document: small }),
    }).then((answer) => ({ status: answer.status, ms: performance.now() - began })),
  ]);
  const found = await statuses;
  clearInterval(watch);
  const after = await measureBusy(quiet);
  const usual = Math.max(readP95(before), readP95(after));
  const counts = Map.groupBy(found, (status) => status);
  console.log(
    `reads: p95 ${Math.round(readP95(reads))} ms beside the imports, ${Math.round(usual)} ms on a busy machine without them; the slowest took ${Math.round(reads.at(-1) ?? 0)} ms; ` +
      `the small import took ${Math.round(imported.ms)} ms; the service grew by ${Math.round((peak - atStart) / mebibyte)} MiB to ${Math.round(peak / mebibyte)} MiB; ` +
      `answers: ${[...counts].map(([status, all]) => `${all.length} × ${status}`).join(", ")}`,
  );
  expect(imported.status).toBe(201);
  // The first one is imported or was too costly. The others are refused, or cut off before they were read.
  expect(found.filter((status) => status === 201 || status === 422).length).toBeGreaterThan(0);
  expect(found.filter((status) => ![0, 201, 409, 422, 429].includes(status))).toEqual([]);
  // The promise is 250 ms (docs/security/attacks.md). The embedded database has one connection, and a read may wait while a
  // document's tools are stored: that is one read of sixty, of some seconds (ADR 117).
  expect(readP95(reads)).toBeLessThan(Math.max(250, 3 * usual));
  expect(reads.at(-1)).toBeLessThan(10_000);
  expect(peak - atStart).toBeLessThan(500 * mebibyte);
  expect(peak).toBeLessThan(1024 * mebibyte);
}, 180_000);
