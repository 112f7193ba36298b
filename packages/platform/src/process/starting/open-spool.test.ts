import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSpool } from "./open-spool.ts";

const parent = join(mkdtempSync(join(tmpdir(), "platform-spool-")), "spool");
afterAll(() => rmSync(join(parent, ".."), { recursive: true, force: true }));

/** Lets time pass for a file or folder. */
function age(path: string, seconds: number): void {
  const { mtimeMs } = statSync(path);
  utimesSync(path, mtimeMs / 1000 - seconds, mtimeMs / 1000 - seconds);
}

test("the folder of a running process stays, and that of a killed one is removed with its copies", async () => {
  const source = new URL("./open-spool.ts", import.meta.url).href;
  const script = `import(${JSON.stringify(source)}).then(async ({ openSpool }) => {
    globalThis.spool = await openSpool(${JSON.stringify(parent)});
    process.stdout.write(globalThis.spool.folder);
    setInterval(() => {}, 1000);
  })`;
  const other = spawn(process.execPath, ["-C", "source", "-e", script]);
  const [chunk] = await once(other.stdout, "data");
  const folder = String(chunk);
  writeFileSync(join(folder, "copy"), "abc");
  age(folder, 3600);
  await (await openSpool(parent)).close();
  expect(existsSync(join(folder, "copy"))).toBe(true);
  other.kill("SIGKILL");
  await once(other, "exit");
  await (await openSpool(parent)).close();
  expect(existsSync(folder)).toBe(false);
});

test("a new folder stays, because its process may be about to lock it", async () => {
  const spool = await openSpool(parent);
  const folder = join(parent, "other");
  await (await openSpool(folder)).close();
  await (await openSpool(parent)).close();
  expect(existsSync(folder)).toBe(true);
  age(folder, 3600);
  await (await openSpool(parent)).close();
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(spool.folder)).toBe(true);
  await spool.close();
  expect(existsSync(spool.folder)).toBe(false);
});

test("copies that an earlier version left beside the folders are removed after a day", async () => {
  const [young, old] = [join(parent, "young"), join(parent, "old")];
  writeFileSync(young, "abc");
  writeFileSync(old, "abc");
  age(young, 23 * 3600);
  age(old, 25 * 3600);
  await (await openSpool(parent)).close();
  expect([young, old].map(existsSync)).toEqual([true, false]);
});

test("a link in the spool is not followed, so its target is neither locked nor removed", async () => {
  const other = join(parent, "..", "other");
  mkdirSync(other, { mode: 0o755 });
  writeFileSync(join(other, "file"), "abc");
  age(other, 3600);
  symlinkSync(other, join(parent, "link"));
  await (await openSpool(parent)).close();
  expect(readdirSync(other)).toEqual(["file"]);
  expect(statSync(other).mode & 0o777).toBe(0o755);
});

test.skipIf(process.geteuid?.() !== 0)("a spool of another user is refused", async () => {
  const theirs = join(parent, "..", "theirs");
  mkdirSync(theirs);
  chownSync(theirs, 65_534, 65_534);
  await expect(openSpool(theirs)).rejects.toThrow("belongs to another user");
  expect(readdirSync(theirs)).toEqual([]);
});
