import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveInRoot, root } from "../support/paths.ts";
import { relaySignals } from "../support/relay-signals.ts";
import { type Result, readResults } from "./results.ts";
import type { Reported } from "./test-run.ts";

/** The end of a run of Vitest. It may have ended before it could report what has failed. */
export interface EndedRun extends Reported {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  /** Of the files that have ended. */
  readonly results: readonly Result[];
}

/**
 * Runs Vitest in its own process, with the same Node and with the export condition for our sources. It prints to the
 * terminal.
 *
 * @param words The arguments of Vitest, such as `["run", "test/house"]`.
 * @param environment Variables that are added to those of this process.
 * @param resultsFolder Gets a file with the results of this run, which is whole after the end of each file of tests.
 */
export async function runVitest(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  resultsFolder: string,
): Promise<EndedRun> {
  const folder = mkdtempSync(join(tmpdir(), "test-run-"));
  const report = join(folder, "run.json");
  // Several runs at once have a file each.
  const results = join(resultsFolder, `${Date.now()}-${process.pid}.json`);
  const child = spawn(
    process.execPath,
    [resolveInRoot("node_modules/vitest/vitest.mjs"), ...words],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        // Cache compiled code for later processes and runs, as run.js does.
        NODE_COMPILE_CACHE: resolveInRoot(".cache/node"),
        ...environment,
        TEST_RUN_FILE: report,
        TEST_RESULTS: results,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=source`.trim(),
      },
    },
  );
  const relay = relaySignals(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  relay.end();
  const reported = readReport(report);
  rmSync(folder, { recursive: true, force: true });
  return { code, results: readResults(results), ...reported };
}

function readReport(path: string): Reported {
  try {
    // RunReporter wrote it.
    return JSON.parse(readFileSync(path, "utf8")) as Reported;
  } catch {
    // There was no file to run, or a mistake in the arguments.
    return { chosen: [] };
  }
}
