import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodKey } from "../e2e/application.ts";
import { createConfig } from "../e2e/suites/accounts.ts";
import { startWorld, type World } from "../e2e/world.ts";

const lines = 20_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ storage: "PostgreSQL" });
});
afterAll(async () => {
  await world.close();
});

/** Lines of an import, made while they are sent. */
async function* writeLines(config: string, progress: { sent: number }): AsyncGenerator<string> {
  for (let line = 1; line <= lines; line += 1) {
    progress.sent = line;
    const val = { status: "ACTIVE", generic_api_key: goodKey, note: "x".repeat(500) };
    const connection = { user_id: `user ${line}`, state: { authScheme: "API_KEY", val } };
    yield `${JSON.stringify({ auth_config: { id: config }, connection })}\n`;
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function measureHeap(): number {
  collectGarbage();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}

async function timeRead(): Promise<number> {
  const began = performance.now();
  await world.other.connectedAccounts.listConnectedAccounts({ limit: 1 });
  return performance.now() - began;
}

function findMedian(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

test("20,000 lines take constant memory, and a request of another project waits for a slice at most", async () => {
  const config = await createConfig(world, "API_KEY");
  const quiet: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    quiet.push(await timeRead());
  }
  const progress = { sent: 0, results: 0, ahead: 0 };
  const began = performance.now();
  const response = await fetch(`${world.url}/api/v3/connected_accounts/import`, {
    method: "POST",
    headers: { "x-api-key": world.keys.project, "content-type": "application/x-ndjson" },
    body: ReadableStream.from(writeLines(config, progress)).pipeThrough(new TextEncoderStream()),
    duplex: "half",
  });
  expect(response.status).toBe(200);
  const heaps: number[] = [];
  const busy: number[] = [];
  const watch = (async () => {
    while (progress.results < lines) {
      busy.push(await timeRead());
    }
  })();
  const text = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const piece of text) {
    progress.results += piece.split("\n").length - 1;
    progress.ahead = Math.max(progress.ahead, progress.sent - progress.results);
    if (progress.results > heaps.length * (lines / 4)) {
      heaps.push(measureHeap());
    }
  }
  await watch;
  const seconds = (performance.now() - began) / 1000;
  const { total_items } = await world.platform.connectedAccounts.listConnectedAccounts({
    auth_config_ids: [config],
    limit: 1,
  });
  const [before, during] = [findMedian(quiet), findMedian(busy)];
  console.log(
    `${lines} lines in ${seconds.toFixed(1)} s (${Math.round(lines / seconds)} a second); heap ${heaps.join(", ")} MB; at most ${progress.ahead} lines ahead of their results; another project's list: median ${before.toFixed(1)} ms before and ${during.toFixed(1)} ms during it, at most ${Math.max(...busy).toFixed(0)} ms`,
  );
  expect([progress.results, total_items]).toEqual([lines, lines]);
  // What is ahead is in the buffers of sockets, of some MB: the service reads no more than it stores.
  expect(progress.ahead).toBeLessThan(lines / 2);
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(60);
  // A slice is 50 lines.
  expect(during).toBeLessThan(before + 250);
}, 240_000);
