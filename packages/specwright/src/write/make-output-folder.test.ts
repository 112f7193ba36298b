import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, smallDocument } from "../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { makeOutputFolder } from "./make-output-folder.ts";

test("a folder is made with those above it", () => {
  const folder = join(makeTemporaryFolder({}), "a", "b");
  makeOutputFolder(folder);
  makeOutputFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test("a folder below a file is refused", () => {
  const folder = makeTemporaryFolder({ file: "" });
  expect(() => makeOutputFolder(join(folder, "file", "below"))).toThrow("ENOTDIR");
  expect(() => makeOutputFolder(join(folder, "file"))).toThrow("EEXIST");
});

// Node's own `recursive` does not return there.
test.skipIf(!existsSync("/proc/self"))(
  "an output where no folder can be made is an error",
  async () => {
    const folder = makeTemporaryFolder({ "api.yaml": smallDocument });
    for (const words of [
      ["generate", "api.yaml", "--out", "/proc/nope/out"],
      ["types", "api.yaml", "-o", "/proc/nope/api.d.ts"],
    ]) {
      expect(await run(folder, words)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/error [\w-]+ .*ENOENT/),
      });
    }
  },
);
