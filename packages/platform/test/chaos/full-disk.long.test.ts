import { execFile } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
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
  await run(mount, ["-t", "tmpfs", "-o", "size=96m", "tmpfs", folder]);
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
