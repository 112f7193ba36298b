import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  Vitest,
} from "vitest/node";
import { KeptFiles } from "./kept-files.ts";
import type { Reported, TestRun } from "./test-run.ts";

/**
 * Reports to `scripts/commands/test.ts`: the files of a run and what failed in the file that `TEST_RUN_FILE` names, and how
 * each file ended in that of `TEST_RESULTS`, as soon as it has. Also prints the tests that have not ended when the run is
 * told to stop.
 */
export class RunReporter implements Reporter {
  readonly #running = new Set<TestModule | TestCase>();
  readonly #kept = new KeptFiles();
  #chosen: readonly string[] = [];
  #isCancelled = false;

  onInit(vitest: Vitest): void {
    const say = (): void => vitest.logger.error(this.#listRunning());
    process.once("SIGTERM", say);
    vitest.onClose(() => void process.off("SIGTERM", say));
    // Vitest then reports what has not ended as skipped.
    vitest.onCancel(() => {
      this.#isCancelled = true;
    });
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#chosen = specifications.map(({ moduleId, project }) =>
      relative(project.vitest.config.root, moduleId),
    );
    report({ chosen: this.#chosen });
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.add(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module);
    if (!this.#isCancelled) {
      this.#kept.keep(module, listFailures(module).length > 0);
    }
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.add(test);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (this.#isCancelled) {
      return;
    }
    const run = describeRun(modules, unhandled);
    const failed = new Set(run.failed.map(({ path }) => path));
    for (const module of modules.filter(({ relativeModuleId }) => failed.has(relativeModuleId))) {
      // An error that no test threw, or a process that ended, is known only now.
      this.#kept.keep(module, true);
    }
    report({ chosen: this.#chosen, run });
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

function report(content: Reported): void {
  const path = process.env.TEST_RUN_FILE;
  if (path !== undefined) {
    writeFileSync(path, JSON.stringify(content));
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
