import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskStore } from "./disk-store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "platform-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = { projectId: "proj_000000000001", fileId: "req_file_000000000001" };

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

const listIncoming = (): readonly string[] => readdirSync(join(folder, "incoming"));

test("bytes are at their place once they are kept, and nowhere else", async () => {
  const store = createDiskStore(folder);
  const received = await store.receive(pieces("ab", "", "c"));
  const md5 = createHash("md5").update("abc").digest("hex");
  expect([received.size, received.md5]).toEqual([3, md5]);
  expect(await store.read(place, 3)).toBeUndefined();
  await received.keep(place);
  expect(await new Response(await store.read(place, 3)).text()).toBe("abc");
  expect(listIncoming()).toEqual([]);
  await store.remove(place);
  await store.remove(place);
  expect(await store.read(place, 3)).toBeUndefined();
});

test("an upload that fails or is discarded leaves nothing", async () => {
  const store = createDiskStore(folder);
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("ab");
    throw new Error("The client closed the connection.");
  }
  await expect(store.receive(failing())).rejects.toThrow("closed the connection");
  await (await store.receive(pieces("x"))).discard();
  expect(listIncoming()).toEqual([]);
});

test("a file of another size than the stored one fails, and never seems to be whole", async () => {
  const store = createDiskStore(folder);
  await (await store.receive(pieces("abc"))).keep(place);
  for (const size of [2, 4]) {
    const stream = await store.read(place, size);
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow("does not have the size");
  }
});

test("the files of a project are removed together, and those of others stay", async () => {
  const store = createDiskStore(folder);
  const other = { ...place, projectId: "proj_000000000002" };
  await (await store.receive(pieces("a"))).keep(place);
  await (await store.receive(pieces("b"))).keep(other);
  await store.removeProject(place.projectId);
  expect(existsSync(join(folder, place.projectId))).toBe(false);
  expect(await new Response(await store.read(other, 1)).text()).toBe("b");
});

test("a process that is killed in the middle of an upload leaves nothing that is served, and the rest is swept", async () => {
  const module = fileURLToPath(new URL("./disk-store.ts", import.meta.url));
  const program = `import { createDiskStore } from ${JSON.stringify(module)};
    async function* endless() {
      yield new Uint8Array(100_000);
      process.stdout.write("begun");
      await new Promise(() => setInterval(() => {}, 1000));
    }
    const received = await createDiskStore(${JSON.stringify(folder)}).receive(endless());
    await received.keep(${JSON.stringify(place)});`;
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--input-type=module", "-e", program],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  const store = createDiskStore(folder);
  expect(await store.read(place, 100_000)).toBeUndefined();
  const [name = ""] = listIncoming();
  // An upload that is still running is left alone.
  writeFileSync(join(folder, "incoming", "young"), "x");
  const long = new Date(Date.now() - 11 * 60 * 1000);
  utimesSync(join(folder, "incoming", name), long, long);
  await store.sweep(new Date());
  expect(listIncoming()).toEqual(["young"]);
});
