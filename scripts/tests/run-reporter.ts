import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from "vitest/node";
import type { TestRun } from "./test-run.ts";

/**
 * Writes what failed in a run to the file that `TEST_RUN_FILE` names, for `scripts/commands/test.ts`, and prints the tests
 * that have not ended when the run is told to stop.
 */
export class RunReporter implements Reporter {
  readonly #running = new Set<TestModule | TestCase>();

  onInit(vitest: Vitest): void {
    const say = (): void => vitest.logger.error(this.#listRunning());
    process.once("SIGTERM", say);
    vitest.onClose(() => void process.off("SIGTERM", say));
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.add(test);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.TEST_RUN_FILE;
    if (path !== undefined) {
      writeFileSync(path, JSON.stringify(describeRun(modules, unhandled)));
    }
  }

  #listRunning(): string {
    const lines = [...this.#running].map((each) =>
      each.type === "module"
        ? `  ${each.relativeModuleId}`
        : `  ${each.module.relativeModuleId} > ${each.fullName}`,
    );
    return `\nStill running when the tests were told to stop:\n${lines.join("\n") || "  no test"}`;
  }
}

function describeRun(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
): TestRun {
  // The cause names the file of a process that was killed.
  const isOf = (error: SerializedError, { moduleId }: TestModule): boolean =>
    error.VITEST_TEST_PATH === moduleId || error.cause?.message.includes(moduleId) === true;
  const files = modules.map((module) => ({
    path: module.relativeModuleId,
    failures: [
      ...listFailures(module),
      ...unhandled.filter((error) => isOf(error, module)).map(renderError),
    ],
  }));
  return {
    count: modules.length,
    failed: files.filter(({ failures }) => failures.length > 0),
    errors: unhandled
      .filter((error) => !modules.some((each) => isOf(error, each)))
      .map(renderError),
  };
}

/** The errors of a file, of its suites' hooks and of its tests. A file that did not end has failed too. */
function listFailures(module: TestModule): readonly string[] {
  const state = module.state();
  const inTests = [...module.children.allTests("failed")].flatMap((test) =>
    (test.result().errors ?? []).map((error) => `${test.fullName}\n${renderError(error)}`),
  );
  const inSuites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => `${suite.fullName}\n${renderError(error)}`),
  );
  const found = [...module.errors().map(renderError), ...inSuites, ...inTests];
  const isWhole = state === "passed" || state === "skipped";
  return found.length > 0 || isWhole ? found : ["It did not end."];
}

/** The message with the stack, and the difference of the compared values if there is one. */
function renderError(error: SerializedError): string {
  const diff = typeof error.diff === "string" ? `\n${error.diff}` : "";
  return `${error.stack ?? error.message}${diff}`;
}
