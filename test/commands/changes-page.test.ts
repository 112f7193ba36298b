import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderChangesPage } from "../../scripts/docs/changes-page.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

test("docs/changes.md is what `npm run generate` makes of the table of kinds", () => {
  expect(readFileSync(resolveInRoot("docs/changes.md"), "utf8")).toBe(renderChangesPage());
});
