import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { collect } from "../support/collect.ts";
import { Failure } from "../support/failure.ts";

/** What became of a file of tests. */
export interface FileResult {
  readonly file: string;
  /** The first test that failed, or the first line of the error when none began; undefined when all passed. */
  readonly failed: string | undefined;
}

/** The parts of Vitest's JSON report that are read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

/**
 * Runs files of `npm test` in a copy of the work tree, as on a machine without extras.
 *
 * @throws Failure when Vitest ended without a report, or did not run one of the files
 */
export async function runFiles(
  copy: string,
  files: readonly string[],
): Promise<readonly FileResult[]> {
  const path = join(copy, "report.json");
  rmSync(path, { force: true });
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const options = ["run", "--reporter=json", `--outputFile=${path}`];
  const child = spawn(process.execPath, [vitest, ...options, ...files], {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, WITHOUT_EXTRAS: "1", NODE_OPTIONS: "--conditions=source" },
  });
  const { output } = await collect(child);
  const results = readResults(path, copy);
  const missing = files.filter((file) => !results.some((result) => result.file === file));
  if (missing.length > 0) {
    throw new Failure(`Vitest did not run ${missing.join(", ")}.\n${output}`);
  }
  return results;
}

function readResults(path: string, copy: string): readonly FileResult[] {
  let report: Report;
  try {
    // Vitest wrote it.
    report = JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return [];
  }
  return report.testResults.map(({ name, status, message, assertionResults }) => {
    const first = assertionResults.find((each) => each.status === "failed");
    const reason = first?.title ?? message.split("\n", 1)[0];
    return { file: name.slice(copy.length + 1), failed: status === "failed" ? reason : undefined };
  });
}
