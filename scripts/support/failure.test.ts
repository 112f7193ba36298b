import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "./paths.ts";

test("an option that does not exist is a mistake of the user, not of the script", () => {
  const args = ["-C", "source", "scripts/run.js", "bench", "--nope"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("Unknown option '--nope'");
  expect(stderr).not.toContain("fault of the script");
});
