import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { startProcess } from "../running/support/platform-process.ts";
import { readNames } from "../running/support/writers.ts";

const run = promisify(execFile);
const mount = findNeed("tmpfs");
let folder = "";

beforeAll(async () => {
  if (mount === undefined) {
    return;
  }
  folder = await mkdtemp(join(tmpdir(), "platform-disk-"));
  await run(mount, ["-t", "tmpfs", "-o", "size=128m", "tmpfs", folder]);
});
afterAll(async () => {
  if (mount === undefined) {
    return;
  }
  // A lazy unmount: the killed process may still have files open.
  await run("umount", ["-l", folder]);
  await rm(folder, { recursive: true });
});

/** The free bytes on the disk. */
async function readBytesLeft(): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Imports a toolkit whose tool takes files. */
async function importToolkit(url: string, apiKey: string): Promise<void> {
  const document = `${writePlainHead("disk")}
paths:
  /upload:
    post:
      operationId: upload
      summary: Upload
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { file: { type: string, format: binary } } }
      responses: { '200': { description: Done. } }
`;
  const response = await fetch(`${url}/api/v3/toolkits/import`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ slug: "disk", document }),
  });
  expect(response.status).toBe(201);
}

/** The status of a request for an upload, and the seconds to wait. A measurement of the disk counts for a second. */
async function requestUpload(url: string, apiKey: string): Promise<readonly unknown[]> {
  await sleep(1_100);
  const response = await fetch(`${url}/api/v3/files/upload/request`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({
      toolkit_slug: "disk",
      tool_slug: "DISK_UPLOAD",
      filename: "a.bin",
      mimetype: "application/octet-stream",
      md5: createHash("md5").update(largeFile).digest("hex"),
    }),
  });
  const { new_presigned_url: address } = (await response.json()) as {
    readonly new_presigned_url?: string;
  };
  return response.ok
    ? [200, String(address)]
    : [response.status, response.headers.get("retry-after")];
}

const largeFile: Buffer = randomBytes(64 * 1024 * 1024);

test.skipIf(mount === undefined)(
  "without a reserve an upload that fills the disk is 507 and leaves nothing, and requests are answered after it",
  async () => {
    const data = join(folder, "without-reserve");
    const environment = { PLATFORM_DATA: data, PLATFORM_DISK_RESERVE: "off" };
    const platform = await startProcess(environment);
    const apiKey = /ak_[\w-]{20,}/.exec(platform.text())?.[0] ?? "";
    await importToolkit(platform.url, apiKey);
    const filling = join(folder, "filling");
    await writeFile(filling, Buffer.alloc(Math.max(0, (await readBytesLeft()) - 24 * 1024 * 1024)));
    const [, address] = await requestUpload(platform.url, apiKey);
    const put = (): Promise<Response> =>
      fetch(String(address), {
        method: "PUT",
        headers: { "content-type": "application/octet-stream" },
        body: largeFile.subarray(),
      });
    const refused = await put();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([507, "60"]);
    expect(await refused.json()).toMatchObject({ error: { slug: "Server_DiskFull" } });
    expect(await readBytesLeft()).toBeGreaterThan(16 * 1024 * 1024);
    expect(await readNames(platform.url, apiKey)).toEqual([]);
    await rm(filling);
    platform.send("SIGTERM");
    expect(await platform.ended).toBe(0);
    await rm(data, { recursive: true });
  },
  300_000,
);

test.skipIf(mount === undefined)(
  "on a full disk writes are 503 and reads are answered, and with room again nothing acknowledged is missing",
  async () => {
    const environment = { PLATFORM_DATA: join(folder, "data"), PLATFORM_RATE_LIMIT: "1000000" };
    const first = await startProcess(environment);
    const apiKey = /ak_[\w-]{20,}/.exec(first.text())?.[0] ?? "";
    const acknowledged: string[] = [];
    const write = async (url: string, name: string): Promise<Response> => {
      const credentials = { client_id: "id", client_secret: "s".repeat(4_000) };
      const response = await fetch(`${url}/api/v3/auth_configs`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({
          toolkit: { slug: "github" },
          auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", name, credentials },
        }),
      });
      if (response.ok) {
        acknowledged.push(name);
      }
      return response;
    };
    expect((await write(first.url, "before")).status).toBe(201);
    await importToolkit(first.url, apiKey);
    const filling = join(folder, "filling");
    await writeFile(filling, Buffer.alloc(Math.max(0, (await readBytesLeft()) - 256 * 1024)));
    const refused: (readonly [number, string | null])[] = [];
    for (let count = 0; refused.length < 20; count += 1) {
      const { status, headers } = await write(first.url, `write-${count}`);
      if (status !== 201) {
        refused.push([status, headers.get("retry-after")]);
      }
      expect(count).toBeLessThan(5_000);
    }
    expect(refused).toEqual(Array(20).fill([503, "5"]));
    expect((await readNames(first.url, apiKey)).toSorted()).toEqual(acknowledged.toSorted());

    // Uploads are refused, as one error for all, and balancers see it.
    expect(await requestUpload(first.url, apiKey)).toEqual([507, "60"]);
    const ready = await fetch(`${first.url}/ready`);
    expect(await ready.json()).toEqual(
      ready.status === 503
        ? { status: "cannot", reasons: ["The disk of PLATFORM_DATA is full."] }
        : { status: "ready", disk: "low" },
    );

    await rm(filling);
    expect((await write(first.url, "after")).status).toBe(201);
    expect((await readNames(first.url, apiKey)).toSorted()).toEqual(acknowledged.toSorted());
    // Simulates a process that died because it could not write: the disk is full again.
    await writeFile(filling, Buffer.alloc(Math.max(0, (await readBytesLeft()) - 64 * 1024)));
    for (let count = 0; count < 20; count += 1) {
      await write(first.url, `last-${count}`);
    }
    first.send("SIGKILL");
    await first.ended;
    await rm(filling);
    const second = await startProcess(environment);
    expect((await readNames(second.url, apiKey)).toSorted()).toEqual(acknowledged.toSorted());
    second.send("SIGTERM");
    expect(await second.ended).toBe(0);
  },
  // Far more than it takes on a busy machine.
  300_000,
);
