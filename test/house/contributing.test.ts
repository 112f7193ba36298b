import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Folders that a run makes. */
const made = new Set(["dist/", ".cache/openapi.yaml", "generated/docs", "generated/site"]);

test("every path that CONTRIBUTING.md names exists", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8").replace(/```[\s\S]*?```/g, "");
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]*)+)`/g)].map(([, path]) => path ?? "");
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !made.has(path) && !existsSync(path))).toEqual([]);
});
