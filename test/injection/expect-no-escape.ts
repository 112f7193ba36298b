import { expect } from "vitest";
import { type CasesReport, runCases } from "./run-cases.ts";

/** How many cases of each document are run: all of them when `SPECWRIGHT_INJECTION_CASES` is `all`. */
function caseCount(): number {
  const text = process.env.SPECWRIGHT_INJECTION_CASES ?? "200";
  return text === "all" ? Number.POSITIVE_INFINITY : Number(text);
}

/** Runs the cases of a document; with more than a sample, it says how far it is. */
export function expectNoEscape(name: string, document: unknown): void {
  const count = caseCount();
  let told = performance.now();
  const onProgress = (done: number, all: number): void => {
    if (count > 1000 && (performance.now() - told > 20_000 || done === all)) {
      told = performance.now();
      process.stderr.write(`  ${name}: ${done} of ${all} cases\n`);
    }
  };
  const report = runCases(document, { count, onProgress });
  expect(report.faults).toEqual([]);
  expectBothEnds(report);
}

/** A suite in which everything were refused, or nothing, would show nothing. */
function expectBothEnds({ same, problem }: CasesReport): void {
  expect(same).toBeGreaterThan(problem);
  expect(problem).toBeGreaterThan(0);
}
