import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { collect } from "../../../../scripts/support/collect.ts";
import { type Configuration, writeConfiguration } from "./configuration.ts";
import { type Finding, readFindings } from "./findings.ts";

const hooks = fileURLToPath(new URL("hooks.py", import.meta.url));

/** One run of schemathesis. */
export type SchemathesisRun = Configuration & {
  /** The path of the program. */
  readonly program: string;
  /** The service's address. */
  readonly url: string;
  /** The address of the application that tools may call. */
  readonly applicationUrl: string;
  /** The bundled document, as JSON. */
  readonly document: string;
  readonly seed: number;
  /** The largest number of cases for each operation in the fuzzing and stateful phases. */
  readonly examples: number;
};

/** How a run ended. */
export interface SchemathesisResult {
  readonly cases: number;
  /** Operations that were called. */
  readonly operations: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
}

/**
 * Runs all phases and all checks of schemathesis 4 against a service, in a temporary folder.
 *
 * @throws Error with its output when it did not finish
 */
export async function runSchemathesis(options: SchemathesisRun): Promise<SchemathesisResult> {
  const folder = await mkdtemp(join(tmpdir(), "schemathesis-"));
  try {
    await writeFile(join(folder, "openapi.json"), options.document);
    await writeFile(join(folder, "schemathesis.toml"), writeConfiguration(options, hooks));
    const child = spawn(options.program, writeArguments(options), {
      cwd: folder,
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: "1",
        APPLICATION_URL: options.applicationUrl,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { code, output } = await collect(child);
    // 1 means that it found failures, which are in the report.
    if (code !== 0 && code !== 1) {
      throw new Error(`schemathesis ended with ${code}:\n${output}`);
    }
    return await readFindings(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function writeArguments({ url, seed, examples }: SchemathesisRun): readonly string[] {
  return [
    "run",
    "openapi.json",
    ...["--url", url],
    ...["--phases", "examples,coverage,fuzzing,stateful"],
    ...["--checks", "all"],
    ...["--max-examples", String(examples)],
    ...["--seed", String(seed)],
    "--continue-on-failure",
    "--no-color",
    ...["--generation-database", "none"],
    // The speed of this machine does not matter.
    ...["--suppress-health-check", "all"],
    ...["--request-timeout", "60"],
    // A request with too large a head is answered before it was read completely, and its connection may be reset.
    ...["--request-retries", "3"],
    ...["--warnings", "off"],
    ...["--report", "ndjson,json"],
    ...["--report-ndjson-path", "events.ndjson"],
    ...["--report-json-path", "summary.json"],
  ];
}
