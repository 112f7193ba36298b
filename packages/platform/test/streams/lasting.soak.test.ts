import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../e2e/world.ts";
import { createMcpPlace } from "./support/mcp-place.ts";
import { createUploadPlace } from "./support/upload-place.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("./support/upload-many.ts", import.meta.url));
const mebibyte = 1024 * 1024;
const [count, size] = [20, 100 * mebibyte];

let world: World;
beforeAll(async () => {
  const slow = createUploadPlace({ write: () => sleep(1) });
  world = await startWorld({
    places: [
      createUploadPlace(),
      { ...slow, name: "testSlow", path: "/slow/{name}" },
      createMcpPlace(() => {
        const server = new McpServer({ name: "test", version: "1.0.0" });
        server.registerTool("nothing", {}, () => ({ content: [] }));
        return server;
      }),
    ],
  });
});
afterAll(() => world.close());

/** The largest growth of this process in MiB while `work` runs. */
async function measureGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  await work();
  clearInterval(timer);
  return (most - before) / mebibyte;
}

async function uploadMany(path: string, uploads: number): Promise<void> {
  const port = new URL(world.url).port;
  const words = [program, port, path, world.keys.project, String(uploads), String(size)];
  const { stdout } = await run(process.execPath, words, { maxBuffer: 10 * mebibyte });
  const md5 = createHash("md5").update(Buffer.alloc(size, "x")).digest("hex");
  const answers: readonly string[] = JSON.parse(stdout);
  expect(answers).toHaveLength(uploads);
  for (const answer of answers) {
    expect(answer).toContain(`"bytes":${size},"md5":"${md5}"`);
  }
}

test("20 uploads of 100 MiB at the same time need the memory of their pieces", async () => {
  // The first use of each part costs more, so it is not measured.
  await uploadMany("/uploads/warm", 2);
  const began = performance.now();
  let answered = 0;
  const others = setInterval(async () => {
    const response = await fetch(`${world.url}/api/v3/toolkits?limit=1`, {
      headers: { "x-api-key": world.keys.other },
    });
    answered += Number(response.status === 200);
  }, 100);
  const grown = await measureGrowth(() => uploadMany("/uploads/x", count));
  clearInterval(others);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `20 × 100 MiB: ${grown.toFixed(0)} MiB more memory, ${(2000 / seconds).toFixed(0)} MiB/s, ${answered} others answered`,
  );
  // The bodies are 2,000 MiB.
  expect(grown).toBeLessThan(150);
  expect(answered).toBeGreaterThan(0);
});

test("a handler that is slower than its clients makes them wait, and keeps nothing", async () => {
  const grown = await measureGrowth(() => uploadMany("/slow/x", 10));
  console.log(`10 × 100 MiB to a slow handler: ${grown.toFixed(0)} MiB more memory`);
  expect(grown).toBeLessThan(150);
});

test("a stream that is silent for longer than every limit stays open, with signs of life", async () => {
  const response = await fetch(`${world.url}/test/mcp/x`, {
    headers: { "x-api-key": world.keys.project, accept: "text/event-stream" },
  });
  const reader = response.body?.getReader();
  const began = performance.now();
  let text = "";
  while (performance.now() - began < 70_000) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    expect(done).toBe(false);
    text += new TextDecoder().decode(value);
  }
  // The SDK's transport adds some heartbeats of its own.
  expect(text).toMatch(/^(?::[^\n]*\n\n){4,}$/);
  await reader?.cancel();
});
