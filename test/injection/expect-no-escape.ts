import { expect } from "vitest";
import { checkInjection } from "../../packages/specwright/src/authoring/injection/check-injection.ts";
import type { CasesReport } from "../../packages/specwright/src/authoring/injection/run-cases.ts";
import { ourParsers } from "./judging.ts";
import { generateAll } from "./outputs.ts";

/** How many cases of each document are run, one by one. `npm run soak` runs all (`SPECWRIGHT_INJECTION_CASES`). */
const sample = 20;

/**
 * Runs a sample of the cases of a document. When `SPECWRIGHT_INJECTION_CASES` is `all`, runs all of them, or the part
 * in `SPECWRIGHT_SOAK_PART`, such as `2/4`, and reports its progress.
 */
export async function expectNoEscape(name: string, document: unknown): Promise<void> {
  const cases = process.env.SPECWRIGHT_INJECTION_CASES ?? String(sample);
  const report = await checkInjection(generateAll, {
    ...ourParsers,
    document,
    ...(cases === "all"
      ? { count: "all", part: readPart(), onProgress: createProgressReport(name) }
      : { count: Number(cases) }),
  });
  expect(report.faults).toEqual([]);
  expectBothEnds(report);
}

function readPart(): { readonly number: number; readonly of: number } {
  const [number = 1, of = 1] = (process.env.SPECWRIGHT_SOAK_PART ?? "1/1").split("/").map(Number);
  return { number, of };
}

/** Reports every 20 seconds how many cases are done, how fast, and how long the rest will take. */
function createProgressReport(name: string): (done: number, all: number) => void {
  const started = performance.now();
  let reported = started;
  return (done, all) => {
    if (performance.now() - reported < 20_000 && done < all) {
      return;
    }
    reported = performance.now();
    const rate = done / ((reported - started) / 1000);
    const left = done < all ? `, ${Math.ceil((all - done) / rate / 60)} minutes left` : "";
    process.stderr.write(
      `  ${name}: ${done} of ${all} cases, ${rate.toFixed(0)} a second${left}\n`,
    );
  };
}

/** Makes sure that some cases are refused and more are not. Otherwise the suite would not prove anything. */
function expectBothEnds({ same, problem }: CasesReport): void {
  expect(same).toBeGreaterThan(problem);
  expect(problem).toBeGreaterThan(0);
}
