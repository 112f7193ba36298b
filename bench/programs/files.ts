// Runs as a child process: the platform with files on disk, and a bare `node:http` server that does the same with streams.
// Clients upload files of 100 MiB to both in turn and download them. It reports the time and memory to its parent.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { selectFiles } from "../../packages/platform/src/domain/files/file-rows.ts";
import { requestUpload } from "../../packages/platform/src/domain/files/request-upload.ts";
import { signFileUrl } from "../../packages/platform/src/domain/files/signed-urls.ts";
import { runInProject } from "../../packages/platform/src/domain/scope.ts";
import { readConfig } from "../../packages/platform/src/process/config/read-config.ts";
import { serve } from "../../packages/platform/src/process/serve.ts";
import type { FileFigures } from "../service/files.ts";

const run = promisify(execFile);
const mebibyte = 2 ** 20;
const client = "bench/programs/transfer.js";
const [atOnce, rounds] = [4, 3];

const data = mkdtempSync(join(tmpdir(), "platform-bench-"));
const serving = await serve({
  config: readConfig({ PLATFORM_DATA: data, PORT: "0", PLATFORM_METRICS_PORT: "off" }),
  logTo: { write: () => {} },
});
const { platform } = serving;
const session = await fetch(`${serving.url}/api/v3/auth/session/info`, {
  headers: { "x-api-key": serving.firstStart?.projectKey ?? "" },
});
// The document says so.
const { project } = (await session.json()) as { readonly project: { readonly id: string } };
const projectId = project.id;

const bare = createServer(async (incoming, outgoing) => {
  const path = join(data, basename(incoming.url ?? ""));
  if (incoming.method === "GET") {
    await pipeline(createReadStream(path), outgoing);
    return;
  }
  const md5 = createHash("md5");
  incoming.on("data", (piece: Buffer) => md5.update(piece));
  // With `flush` the bytes are on the disk when the stream ends, as in the platform.
  await pipeline(incoming, createWriteStream(path, { flush: true }));
  outgoing.end(md5.digest("hex"));
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
// A server that listens on a port has an `AddressInfo`.
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

/** Writes different bytes each time: the platform stores equal ones once. */
function writeSource(number: number): { readonly path: string; readonly md5: string } {
  const bytes = Buffer.alloc(100 * mebibyte, `${number} `);
  const path = join(data, `source-${number}`);
  writeFileSync(path, bytes);
  return { path, md5: createHash("md5").update(bytes).digest("hex") };
}

async function requestUrl(md5: string): Promise<{ readonly up: string; readonly id: string }> {
  const body = {
    toolkit_slug: "bench",
    tool_slug: "BENCH_TAKE",
    filename: "file",
    mimetype: "application/octet-stream",
    md5,
  };
  const { id, new_presigned_url: up } = await runInProject(platform, projectId, (scope) =>
    requestUpload(scope, body, "s3"),
  );
  return { up, id };
}

function signDownload(id: string): Promise<string> {
  return runInProject(platform, projectId, async (scope) => {
    const row = await selectFiles(scope).where("id", "=", id).executeTakeFirstOrThrow();
    return (await signFileUrl(scope, row, "GET")).url;
  });
}

/** Lets a client transfer all of them at once. */
async function measure(
  name: string,
  transfers: readonly (readonly [url: string, path?: string])[],
): Promise<FileFigures> {
  const rss = process.memoryUsage.rss();
  let most = rss;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const cpu = process.cpuUsage();
  const { stdout } = await run(process.execPath, [client, JSON.stringify(transfers)]);
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(timer);
  return {
    name,
    megabytes: (transfers.length * 100 * mebibyte) / 1e6,
    seconds: Number(stdout),
    cpuSeconds: (user + system) / 1e6,
    memory: (most - rss) / mebibyte,
  };
}

const figures: FileFigures[] = [];
for (let round = 0; round < rounds; round += 1) {
  const sources = Array.from({ length: atOnce }, (_, index) => writeSource(round * atOnce + index));
  const files = await Promise.all(sources.map(({ md5 }) => requestUrl(md5)));
  const bareUrls = sources.map((_, index) => `${bareUrl}/kept-${index}`);
  figures.push(
    await measure(
      "up, the platform",
      files.map(({ up }, index) => [up, sources[index]?.path ?? ""]),
    ),
    await measure(
      "up, bare node:http",
      bareUrls.map((url, index) => [url, sources[index]?.path ?? ""]),
    ),
  );
  const downloads = await Promise.all(files.map(({ id }) => signDownload(id)));
  figures.push(
    await measure(
      "down, the platform",
      downloads.map((url) => [url]),
    ),
    await measure(
      "down, bare node:http",
      bareUrls.map((url) => [url]),
    ),
  );
  for (const { path } of sources) {
    rmSync(path);
  }
}
process.send?.(figures);
bare.close();
await serving.stop();
rmSync(data, { recursive: true });
process.disconnect?.();
