// Runs as a child process: the platform with a place for uploads, and a bare `node:http` server. Clients send bodies of
// 100 MiB to both in turn. It reports the time and memory to its parent.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../../packages/platform/src/config/read-config.ts";
import { serve } from "../../../packages/platform/src/process/serve.ts";
import { createUploadPlace } from "../../../packages/platform/test/streams/support/upload-place.ts";
import type { UploadFigures } from "../service/uploads.ts";

const run = promisify(execFile);
const mebibyte = 2 ** 20;
const size = 100 * mebibyte;
const client = "packages/platform/test/streams/support/upload-many.ts";

const data = mkdtempSync(join(tmpdir(), "platform-bench-"));
const serving = await serve({
  config: readConfig({ PLATFORM_DATA: data, PORT: "0", PLATFORM_METRICS_PORT: "off" }),
  logTo: { write: () => {} },
  places: [createUploadPlace()],
});

const hash: RequestListener = (incoming, outgoing) => {
  const [md5, sha256] = [createHash("md5"), createHash("sha256")];
  incoming.on("data", (piece: Buffer) => {
    md5.update(piece);
    sha256.update(piece);
  });
  incoming.on("end", () => outgoing.end(md5.digest("hex") + sha256.digest("hex")));
};
const bare = createServer(hash);
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));

const servers = [
  { name: "the platform", port: new URL(serving.url).port },
  // A server that listens on a port has an `AddressInfo`.
  { name: "bare node:http", port: String((bare.address() as AddressInfo).port) },
];
const key = serving.firstStart?.projectKey ?? "";

async function upload(port: string, uploads: number): Promise<void> {
  const words = [client, port, "/uploads/x", key, String(uploads), String(size)];
  const { stdout } = await run(process.execPath, words, { maxBuffer: 2 ** 24 });
  const answers: readonly string[] = JSON.parse(stdout);
  const failed = answers.find((each) => !each.startsWith("HTTP/1.1 200 "));
  if (failed !== undefined) {
    throw new Error(failed);
  }
}

async function measure(name: string, port: string, uploads: number): Promise<UploadFigures> {
  const rss = process.memoryUsage.rss();
  let most = rss;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await upload(port, uploads);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(timer);
  const cpuSeconds = (user + system) / 1e6;
  return { name, uploads, seconds, cpuSeconds, megabytes: (most - rss) / mebibyte };
}

// The cost of the first use is not measured.
for (const { port } of servers) {
  await upload(port, 2);
}
const figures: UploadFigures[] = [];
for (const uploads of [1, 20]) {
  for (const { name, port } of servers) {
    figures.push(await measure(name, port, uploads));
  }
}
process.send?.(figures);
bare.close();
await serving.stop();
rmSync(data, { recursive: true });
process.disconnect?.();
