import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const directory = mkdtempSync(join(tmpdir(), "platform-folder-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a folder is made with those above it, for this user alone", async () => {
  const folder = join(directory, "a", "b");
  expect(await makeFolder(folder)).toBe(true);
  expect([statSync(join(directory, "a")).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([
    0o700, 0o700,
  ]);
  expect(await makeFolder(folder)).toBe(false);
});

test("calls that make the same folders at the same time all succeed", async () => {
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      makeFolder(join(directory, `c${index % 5}`, "d", "e", "f")),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(5);
});

test("a folder in the place of a file or of a broken link is refused", async () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  symlinkSync(join(directory, "nothing"), join(directory, "link"));
  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeFolder(join(directory, "link", "below"))).rejects.toMatchObject({
    code: "EEXIST",
  });
});

// Node's own `recursive` does not return there.
test.skipIf(!existsSync("/proc/self"))(
  "a folder that a file system cannot have is refused",
  async () => {
    await expect(makeFolder("/proc/nope/below")).rejects.toMatchObject({
      code: "ENOENT",
      path: "/proc/nope",
    });
  },
);
