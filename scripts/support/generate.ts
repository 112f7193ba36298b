import {
  type ConfiguredApi,
  DiagnosticError,
  type GenerateOptions,
  type GenerateResult,
  generate,
  readConfiguration,
} from "specwright";
import { staleErrorSlugs, writeErrorSlugs } from "./error-slugs.ts";
import { Failure } from "./failure.ts";
import { root } from "./paths.ts";

/**
 * Generates the targets that `redocly.yaml` configures for our document, or with `check` compares them with the existing
 * files.
 *
 * @returns a short text about the written files
 * @throws Failure with every problem of the document, or, with `check`, when a file is stale
 */
export async function generateAll(options: { readonly check?: boolean } = {}): Promise<string[]> {
  const result = await runGenerate(options);
  if (options.check === true && !result.isUpToDate) {
    throw new Failure(
      `generated/ is stale: ${[...result.written, ...result.removed].join(", ")}.\nRun "npm run generate" and commit what it writes.`,
    );
  }
  if (!writeErrorSlugs(options) && options.check === true) {
    throw new Failure(staleErrorSlugs);
  }
  return [result.isUpToDate ? "up to date" : `${result.written.length} files written`];
}

/**
 * Returns whether generating would change files, without writing any.
 *
 * @throws Failure with every problem of the document
 */
export async function isGeneratedStale(): Promise<boolean> {
  return !(await runGenerate({ check: true })).isUpToDate;
}

async function runGenerate(options: Partial<GenerateOptions>): Promise<GenerateResult> {
  const api = readConfiguredApi();
  return runAndReport(() => generate({ ...api, folder: root, ...options }));
}

/**
 * The configuration of our document in `redocly.yaml`.
 *
 * @throws Failure when it is missing
 */
export function readConfiguredApi(): ConfiguredApi & { readonly out: string } {
  const api = readConfiguration(root).find(({ name }) => name === "platform");
  if (api?.out === undefined) {
    throw new Failure("redocly.yaml has no apis.platform.x-specwright.out.\nPut it back.");
  }
  return { ...api, out: api.out };
}

/**
 * Runs specwright.
 *
 * @param outcome The last line of the report: the things that were done before.
 * @throws Failure with every problem that it reports
 */
export async function runAndReport<Result>(
  run: () => Promise<Result>,
  outcome = "Nothing was written.",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    const lines = error.diagnostics.map(
      ({ file, line, column, message, fix }) =>
        `${file === undefined ? "" : `${[file, line, column].filter((part) => part !== undefined).join(":")} `}${message} ${fix}`,
    );
    throw new Failure(`${lines.join("\n")}\n${outcome}`);
  }
}
