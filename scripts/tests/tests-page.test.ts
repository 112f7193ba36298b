import { expect, test } from "vitest";
import { replaceTierRun } from "./tests-page.ts";

const run = { date: "2026-01-02", commit: "abc", machine: "Node 24", missing: [] };

test("the page has the last whole run of each tier, and says which did not run", () => {
  const first = replaceTierRun("", "long", { ...run, table: "| long |", minutes: 12.34 });
  expect(first).toContain(
    "\n## `npm run test:long`\n\nRun on 2026-01-02 at abc in 12.3 minutes, on Node 24.\n\n| long |\n",
  );
  expect(first).toContain("\n## `npm run soak`\n\nNot run.\n");
  const second = replaceTierRun(first, "soak", { ...run, table: "| soak |", missing: ["python"] });
  expect(second).toContain(
    "\n## `npm run soak`\n\nRun on 2026-01-02 at abc, on Node 24. Missing were python.\n\n| soak |\n",
  );
  expect(second).toContain("| long |");
  const third = replaceTierRun(second, "long", { ...run, table: "| other |" });
  expect(third).not.toContain("| long |");
  expect(third.match(/\n## /g)).toHaveLength(4);
});
