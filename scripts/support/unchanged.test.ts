import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "./paths.ts";
import { skipUnchanged } from "./unchanged.ts";

const folder = `.cache/unchanged-test-${process.pid}`;
const work = {
  name: `unchanged-test-${process.pid}.note`,
  files: [`${folder}/in`, `${folder}/out`],
};
beforeAll(() => mkdirSync(resolveInRoot(`${folder}/in`), { recursive: true }));
afterAll(() => {
  for (const path of [folder, `.cache/${work.name}`]) {
    rmSync(resolveInRoot(path), { recursive: true, force: true });
  }
});

const write = (path: string, text: string): void =>
  writeFileSync(resolveInRoot(`${folder}/${path}`), text);

/** Copies a file, unless it is unchanged. Resolves to `done` or `unchanged`. */
const copy = (): Promise<string> =>
  skipUnchanged(
    work,
    async () => {
      write("out", "made");
      return "done";
    },
    "unchanged",
  );

test("work is done again when a file that it reads or writes has changed, appeared or disappeared", async () => {
  write("in/a", "1");
  expect([await copy(), await copy()]).toEqual(["done", "unchanged"]);
  write("in/a", "2");
  expect([await copy(), await copy()]).toEqual(["done", "unchanged"]);
  write("in/b", "");
  expect([await copy(), await copy()]).toEqual(["done", "unchanged"]);
  rmSync(resolveInRoot(`${folder}/in/b`));
  expect([await copy(), await copy()]).toEqual(["done", "unchanged"]);
  write("out", "edited");
  expect([await copy(), await copy()]).toEqual(["done", "unchanged"]);
});

test("work that failed is done again", async () => {
  write("in/a", "3");
  const failing = skipUnchanged(work, () => Promise.reject(new Error("failed")), "unchanged");
  await expect(failing).rejects.toThrow("failed");
  // Restore the input with which the work succeeded before the failure.
  write("in/a", "2");
  expect(await copy()).toBe("done");
});
