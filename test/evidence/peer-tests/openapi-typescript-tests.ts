import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure, main } from "../../../scripts/support/failure.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { createTasks } from "../../../scripts/support/tasks.ts";
import { type Comparison, compareInputs } from "./compare-inputs.ts";
import { findReason } from "./reasons.ts";
import { recordInputs } from "./record-inputs.ts";

/**
 * Takes the documents from openapi-typescript's own tests, in a checkout. Generates types from them with `specwright
 * types` and with the published openapi-typescript, and lists the differences that the compiler finds.
 */
await main(async () => {
  const [checkout] = process.argv.slice(2);
  const source = `${checkout}/packages/openapi-typescript`;
  if (checkout === undefined || !existsSync(`${source}/test`)) {
    throw new Failure(
      "This needs a checkout of the repository openapi-ts/openapi-typescript.\nRun: node -C source test/evidence/peer-tests/openapi-typescript-tests.ts <folder of the checkout>",
    );
  }
  const tasks = createTasks();
  const folder = resolveInRoot(".cache/openapi-typescript-tests");
  const inputs = await tasks.run("Note what the tests take", () => recordInputs(source, folder));
  const comparisons = await tasks.run("Make types of it with both, and compare", () =>
    compareInputs(inputs, join(folder, "types")),
  );
  for (const { input, verdict, findings } of comparisons) {
    if (verdict === "identical") {
      continue;
    }
    const reason = findReason(input.title);
    console.log(`${verdict.padEnd(12)} ${input.title}`);
    if (reason !== undefined) {
      console.log(`             ${reason}`);
      continue;
    }
    if (verdict === "different" || verdict === "refused") {
      process.exitCode = 1;
    }
    for (const finding of findings.slice(0, 5)) {
      console.log(`             ${finding.slice(0, 300)}`);
    }
  }
  console.log(`\n${summarizeComparisons(comparisons)}`);
});

function summarizeComparisons(comparisons: readonly Comparison[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of comparisons) {
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  const list = [...counts].map(([verdict, count]) => `${count} ${verdict}`);
  return `${comparisons.length} inputs: ${list.join(", ")}`;
}
