import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lossCodes } from "../../packages/specwright/src/loss.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

test("docs/losses.md has a line for every code of a loss, and for no other", () => {
  const page = readFileSync(resolveInRoot("docs/losses.md"), "utf8");
  // Only the first section counts; other tables of the page are in later sections.
  const [first = ""] = page.split(/^## /m).filter((section) => section.includes("| Code |"));
  const listed = [...first.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code);
  expect(listed.toSorted()).toEqual([...lossCodes].toSorted());
});

test("losses are made where their codes are checked by the compiler, and nowhere else", () => {
  const folder = resolveInRoot("packages/specwright/src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
  );
  // In the model, `report` accepts only codes of losses. All other code must call `reportLoss`.
  const elsewhere = files.filter(
    (path) =>
      !path.startsWith("document/model") &&
      path !== "loss.ts" &&
      /severity: "loss"/.test(readFileSync(join(folder, path), "utf8")),
  );
  expect(elsewhere).toEqual([]);
});
