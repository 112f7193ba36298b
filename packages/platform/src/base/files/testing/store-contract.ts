import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileStore } from "../file-store.ts";
import type { OpenedStore } from "../remote-store.ts";

const place = { projectId: "proj_000000000001", fileId: "req_file_000000000001" };

/** Pieces of bytes, one for each string. */
export async function* splitIntoPieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

/** The copies that all processes have in the spool of a data directory. */
function listCopies(dataDirectory: string): readonly string[] {
  const spool = join(dataDirectory, "spool");
  const all = existsSync(spool) ? readdirSync(spool, { recursive: true, withFileTypes: true }) : [];
  const copies = all.filter((entry) => entry.isFile() && !/^lock(-journal)?$/.test(entry.name));
  return copies.map(({ name }) => name);
}

/** The promises of `FileStore`, which every store keeps. */
export function testStore(open: () => Promise<OpenedStore>, findDataDirectory: () => string): void {
  let store: FileStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close?.());

  test("bytes are at their place once they are kept, and can be read in pieces and again and again", async () => {
    // More than one part of an upload.
    const pieces = Array.from({ length: 12 }, (_, index) => String(index % 10).repeat(1_000_000));
    const whole = pieces.join("");
    const received = await store.receive(splitIntoPieces(...pieces));
    const md5 = createHash("md5").update(whole).digest("hex");
    expect([received.size, received.md5]).toEqual([whole.length, md5]);
    expect(await store.read(place, whole.length)).toBeUndefined();
    expect(await store.open(place, whole.length)).toBeUndefined();
    await received.keep(place);
    expect(await new Response(await store.read(place, whole.length)).text()).toBe(whole);
    const opened = await store.open(place, whole.length);
    for (let time = 0; time < 2; time += 1) {
      expect(await new Response(opened?.bytes.stream()).text()).toBe(whole);
    }
    expect(opened?.bytes.size).toBe(whole.length);
    await opened?.close();
    expect(listCopies(findDataDirectory())).toEqual([]);
    expect(await store.open(place, whole.length - 1)).toBeUndefined();
    await store.remove(place);
    await store.remove(place);
    expect(await store.read(place, whole.length)).toBeUndefined();
  });

  test("an empty file is a file", async () => {
    await (await store.receive(splitIntoPieces())).keep(place);
    expect(await new Response(await store.read(place, 0)).text()).toBe("");
    await store.remove(place);
  });

  test("an upload that fails or is discarded leaves nothing", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(6_000_000);
      throw new Error("The client closed the connection.");
    }
    await expect(store.receive(failing())).rejects.toThrow("closed the connection");
    const received = await store.receive(splitIntoPieces("x"));
    await received.discard();
    await expect(received.keep(place)).rejects.toThrow();
    expect(await store.read(place, 1)).toBeUndefined();
  });

  test("a file of another size than the stored one fails, and never seems to be whole", async () => {
    await (await store.receive(splitIntoPieces("abc"))).keep(place);
    for (const size of [2, 4]) {
      const stream = await store.read(place, size);
      await expect(new Response(stream).arrayBuffer()).rejects.toThrow("does not have the size");
    }
  });

  test("the files of a project are removed together, and those of others stay", async () => {
    const other = { ...place, projectId: "proj_000000000002" };
    await (await store.receive(splitIntoPieces("a"))).keep(place);
    await (await store.receive(splitIntoPieces("b"))).keep({
      ...place,
      fileId: "req_file_000000000002",
    });
    await (await store.receive(splitIntoPieces("c"))).keep(other);
    await store.removeProject(place.projectId);
    expect(await store.read(place, 1)).toBeUndefined();
    expect(await new Response(await store.read(other, 1)).text()).toBe("c");
    await store.removeProject(other.projectId);
    await store.removeProject(other.projectId);
  });
}
