import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { afterAll, expect, test } from "vitest";
import { readPgliteSnapshot } from "../../../testing/pglite-snapshot.ts";
import { migrations } from "../migrations/index.ts";
import { unpackTar } from "./unpack-tar.ts";

const folder = mkdtempSync(join(tmpdir(), "platform-tar-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a cluster that PGlite packed is a cluster again", async () => {
  const archive = Buffer.from(await (await readPgliteSnapshot()).arrayBuffer());
  const unpacked = join(folder, "cluster");
  unpackTar(archive, unpacked);
  expect(readdirSync(unpacked)).toEqual(expect.arrayContaining(["PG_VERSION", "base", "pg_wal"]));
  expect(readFileSync(join(unpacked, "PG_VERSION"), "utf8")).toBe("18\n");
  const opened = await PGlite.create(unpacked, { extensions: { pg_trgm } });
  const { rows } = await opened.query("select name from platform_migrations");
  await opened.close();
  expect(rows).toHaveLength(migrations.length);
});

test("an entry that leads out of the folder, and one of another kind, are refused", () => {
  const write = (name: string, kind: string): Buffer => {
    const header = Buffer.alloc(1024);
    header.write(name, 0);
    header.write(kind, 156);
    return header;
  };
  expect(() => unpackTar(write("a/../../b", "0"), folder)).toThrow("cannot be unpacked: a/../../b");
  expect(() => unpackTar(write("link", "2"), folder)).toThrow("of the kind 2");
});
