import type { TestModule } from "vitest/node";
import { findSuite } from "../../test/support/suite-budgets.ts";
import { type Result, writeResults } from "./results.ts";

/** Keeps how each file of a run ended in the file that `TEST_RESULTS` names, for the table at the end and for `--resume`. */
export class KeptFiles {
  readonly #path = process.env.TEST_RESULTS;
  readonly #results = new Map<string, Result>();

  keep(module: TestModule, hasFailed: boolean): void {
    if (this.#path === undefined) {
      return;
    }
    const name = module.relativeModuleId;
    const count = (state: "failed" | "passed" | "skipped"): number =>
      [...module.children.allTests(state)].length;
    const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
    this.#results.set(name, {
      name,
      suite: findSuite(name),
      commit: process.env.TEST_COMMIT ?? "",
      seed: process.env.SPECWRIGHT_SEED ?? "",
      passed: count("passed"),
      failed: Math.max(count("failed"), hasFailed ? 1 : 0),
      skipped: count("skipped"),
      seconds: (duration + collectDuration + setupDuration + prepareDuration) / 1000,
    });
    writeResults(this.#path, [...this.#results.values()]);
  }
}
