import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { prepareDataDirectory } from "../../../testing/pglite-snapshot.ts";
import { DirectoryLockedError, lockDirectory } from "./lock-directory.ts";
import { openDatabase } from "./open-database.ts";

const directory = mkdtempSync(join(tmpdir(), "platform-lock-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a locked directory is refused until it is given back", async () => {
  const unlock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLockedError);
  await expect(lockDirectory(directory)).rejects.toThrow(/set PLATFORM_DATA to another directory/);
  unlock();
  (await lockDirectory(directory))();
});

test("a process that is killed leaves no lock", async () => {
  const source = new URL("./lock-directory.ts", import.meta.url).href;
  const script = `import(${JSON.stringify(source)}).then(async ({ lockDirectory }) => {
    globalThis.unlock = await lockDirectory(${JSON.stringify(directory)});
    process.stdout.write("locked");
    setInterval(() => {}, 1000);
  })`;
  const other = spawn(process.execPath, ["-e", script]);
  await once(other.stdout, "data");
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLockedError);
  other.kill("SIGKILL");
  await once(other, "exit");
  (await lockDirectory(directory))();
});

test("an embedded database keeps its rows in its directory and locks it while it is open", async () => {
  const storage = { kind: "embedded", directory: join(directory, "data") } as const;
  await prepareDataDirectory(storage.directory);
  const database = await openDatabase(storage);
  await expect(openDatabase(storage)).rejects.toThrow(DirectoryLockedError);
  await database.transactInOrganization("org_1", (trx) =>
    trx.insertInto("organizations").values({ id: "org_1", name: "kept" }).execute(),
  );
  await database.close();
  const again = await openDatabase(storage);
  const rows = await again.transactInOrganization("org_1", (trx) =>
    trx.selectFrom("organizations").select("name").execute(),
  );
  expect(rows).toEqual([{ name: "kept" }]);
  await again.close();
});

test("a directory that was there already is closed to other users", async () => {
  const open = join(directory, "open");
  mkdirSync(open);
  chmodSync(open, 0o755);
  (await lockDirectory(open))();
  expect(statSync(open).mode & 0o777).toBe(0o700);
});

test.skipIf(process.geteuid?.() !== 0)(
  "a directory of another user is refused and stays as it is, even by root",
  async () => {
    const theirs = join(directory, "theirs");
    mkdirSync(theirs, { mode: 0o755 });
    symlinkSync(theirs, join(directory, "link"));
    chownSync(theirs, 65_534, 65_534);
    for (const path of [theirs, join(directory, "link")]) {
      await expect(lockDirectory(path)).rejects.toThrow("belongs to another user (uid 65534)");
    }
    expect(readdirSync(theirs)).toEqual([]);
    expect(statSync(theirs).mode & 0o777).toBe(0o755);
  },
);
