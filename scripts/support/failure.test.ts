import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "./paths.ts";

test.each([
  ["bench", "Unknown option '--nope'"],
  ["start", "npm start does not have the option --nope.\nIts settings are environment variables"],
  ["build", '"--nope" is not a package with a build.\nChoose from '],
  ["lint-spec", "The file --nope does not exist."],
])("a word that %s does not take is a mistake of the user, not of the script", (name, message) => {
  const args = ["-C", "source", "scripts/run.js", name, "--nope"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("fault of the script");
});
