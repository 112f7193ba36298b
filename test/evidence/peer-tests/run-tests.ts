import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Failure } from "../../../scripts/support/failure.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { runCommand } from "../../../scripts/support/run.ts";

/** A test or a file of tests, and its messages. */
export interface Finding {
  readonly name: string;
  readonly reason: string;
}

/** How tests ended. */
export interface Outcome {
  readonly passed: number;
  readonly failed: readonly Finding[];
  /** Files with tests that could not start. */
  readonly notRun: readonly Finding[];
}

/** The part of vitest's JSON report that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Runs vitest in a folder with a configuration of its own.
 *
 * @throws Failure when vitest wrote no report.
 */
export async function runTests(folder: string): Promise<Outcome> {
  const report = join(folder, "report.json");
  const args = ["run", "--root", folder, "--reporter=json", `--outputFile=${report}`];
  const printed = await runCommand(resolveInRoot("node_modules/.bin/vitest"), args).catch(
    // Vitest ends with 1 when a test fails; the report says more.
    (error: unknown) => String(error),
  );
  const text = await readFile(report, "utf8").catch(() => {
    throw new Failure(`vitest wrote no report:\n${printed}`);
  });
  // Vitest's report has the same format as Jest's.
  const { testResults } = JSON.parse(text) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: tests
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages: [message = ""] }) => ({
        name: fullName,
        reason: takeFirstLine(message),
      })),
    notRun: testResults
      .filter(({ assertionResults }) => assertionResults.length === 0)
      .map(({ name, message }) => ({
        name: relative(folder, name),
        reason: takeFirstLine(message),
      })),
  };
}

function takeFirstLine(text: string): string {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}
