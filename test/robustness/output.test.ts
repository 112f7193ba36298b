import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DiagnosticError } from "../../packages/specwright/src/diagnostic.ts";
import { completeJournal } from "../../packages/specwright/src/write/journal.ts";
import { writeOutput } from "../../packages/specwright/src/write/write-output.ts";
import { collect } from "../../scripts/support/collect.ts";
import { findRoundsIn, makeRemovedFolder, readFolder } from "./output-folder.ts";
import { makeRoundFiles } from "./rounds.ts";

function write(folder: string, round: number): void {
  writeOutput({ folder, files: makeRoundFiles(round), key: `key ${round % 3}`, inputs: new Map() });
}

function catchWriteCodes(work: () => void): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics.map(({ code }) => code);
    }
    throw error;
  }
  return [];
}

test("four commands at once write one after the other, and the folder is one output", async () => {
  const out = join(makeRemovedFolder(), "out");
  const program = join(import.meta.dirname, "programs/write-some.ts");
  const writers = [0, 1, 2, 3].map((first) =>
    collect(
      spawn(process.execPath, ["-C", "source", program, out, String(first), "6"], {
        stdio: ["ignore", "pipe", "pipe"],
      }),
    ),
  );
  const ended = await Promise.all(writers);
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([0, ""]));
  expect(findRoundsIn(out)).toHaveLength(1);
  expect(readdirSync(out).filter((name) => name.startsWith(".specwright-"))).toEqual([]);
});

const disk = mountSmallDisk();

test.skipIf(disk === undefined)(
  "on a full disk the old output stays or the new one is completed",
  () => {
    const out = join(disk ?? "", "out");
    const filler = join(disk ?? "", "filler");
    onTestFinished(() => void spawnSync("umount", [disk ?? ""]));
    write(out, 0);
    const refused: number[] = [];
    for (let pages = 0; pages < 120; pages += 5) {
      const before = findRoundsIn(out);
      writeFileSync(filler, "");
      const { bsize, bavail } = statfsSync(disk ?? "");
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail - pages) * bsize));
      const codes = catchWriteCodes(() => write(out, pages));
      expect(codes.filter((code) => code !== "output-not-writable")).toEqual([]);
      refused.push(codes.length);
      writeFileSync(filler, "");
      // Complete the journal, as the next command would: the disk may have become full while files were being renamed.
      completeJournal(out);
      expect([before, [pages % 3]]).toContainEqual(findRoundsIn(out));
    }
    expect(new Set(refused)).toEqual(new Set([0, 1]));
    write(out, 1);
    expect(findRoundsIn(out)).toEqual([1]);
  },
);

test("when a file may not become as large as it has to, the old output stays", async () => {
  const out = join(makeRemovedFolder(), "out");
  write(out, 0);
  // The limit is in blocks of 512 bytes, and the largest file is larger. Node gets an error, as with a quota.
  const { code, stderr } = await runWriter(out, 1, { limits: "ulimit -f 2; " });
  expect(stderr).toContain("output-not-writable");
  expect(code).toBe(1);
  expect(findRoundsIn(out)).toEqual([0]);
  write(out, 1);
  expect(findRoundsIn(out)).toEqual([1]);
});

test("in a folder that is read-only nothing changes, and the reason is reported", async () => {
  const out = join(makeRemovedFolder(), "out");
  write(out, 0);
  const before = readFolder(out);
  const folders = ["", ...readdirSync(out, { recursive: true, encoding: "utf8" })].filter((path) =>
    statSync(join(out, path)).isDirectory(),
  );
  for (const path of folders) {
    chmodSync(join(out, path), 0o555);
  }
  onTestFinished(() => {
    for (const path of folders) {
      chmodSync(join(out, path), 0o755);
    }
  });
  chmodSync(join(out, ".."), 0o755);
  // Permissions do not apply to root, so the writer runs as another user.
  const nobody = process.getuid?.() === 0 ? { user: 65_534 } : {};
  const { code, stderr } = await runWriter(out, 1, nobody);
  expect(stderr).toContain("output-not-writable");
  expect(code).toBe(1);
  expect(readFolder(out)).toEqual(before);
  expect((await runWriter(out, 0, nobody)).code).toBe(0);
});

/** Writes one round in a child process, optionally as another user. */
function runWriter(
  folder: string,
  round: number,
  { user, limits = "" }: { readonly user?: number; readonly limits?: string },
) {
  const program = join(import.meta.dirname, "programs/write-some.ts");
  const words = [process.execPath, "-C", "source", program, folder, String(round), "1"];
  const all = user === undefined ? words : [...words, String(user)];
  return collect(
    spawn("sh", ["-c", `${limits}exec "$@"`, "sh", ...all], { stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** Mounts a disk of 600 KB in memory. Undefined when this user may not mount one; the run reports this. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "specwright-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=600k", "tmpfs", folder]);
  if (status === 0) {
    return folder;
  }
  process.stderr.write(
    "SKIPPED: a full disk. To run its test: be root where mounting is allowed.\n",
  );
  return undefined;
}
