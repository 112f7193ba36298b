import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveInRoot, root } from "../support/paths.ts";
import type { TestRun } from "./test-run.ts";

/** The end of a run of Vitest. */
export interface EndedRun {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  /** Undefined when it ended before it could report. */
  readonly run: TestRun | undefined;
}

/**
 * Runs Vitest in its own process, with the same Node and with the export condition for our sources. It prints to the
 * terminal.
 *
 * @param words The arguments of Vitest, such as `["run", "test/house"]`.
 * @param environment Variables that are added to those of this process.
 */
export async function runVitest(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<EndedRun> {
  const folder = mkdtempSync(join(tmpdir(), "test-run-"));
  const report = join(folder, "run.json");
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
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=source`.trim(),
      },
    },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const run = readRun(report);
  rmSync(folder, { recursive: true, force: true });
  return { code, run };
}

function readRun(path: string): TestRun | undefined {
  try {
    // RunReporter wrote it.
    return JSON.parse(readFileSync(path, "utf8")) as TestRun;
  } catch {
    return undefined;
  }
}
