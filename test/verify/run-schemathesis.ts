import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collect } from "../../scripts/support/collect.ts";
import { clinicKey } from "./clinic-server.ts";

/** One run of schemathesis. */
export interface SchemathesisRun {
  /** The failed checks, such as `POST /pets: status_code_conformance`, without repetitions. */
  readonly failures: readonly string[];
  readonly seconds: number;
  readonly cases: number;
}

/** The members of schemathesis's reports that are read here. */
interface Scenario {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly label: string;
      readonly checks?: Readonly<
        Record<string, readonly { readonly name: string; readonly status: string }[]>
      >;
    };
  };
}

/** Runs all phases and all checks of schemathesis 4 against the clinic, for at most a number of seconds. */
export async function runSchemathesis(
  program: string,
  document: string,
  url: string,
  limit: number,
): Promise<SchemathesisRun> {
  const folder = await mkdtemp(join(tmpdir(), "schemathesis-"));
  try {
    const auth = `[auth.openapi]\nKey = { api_key = "${clinicKey}" }\n`;
    await writeFile(join(folder, "schemathesis.toml"), auth);
    const child = spawn(
      program,
      [
        ...["run", document, "--url", url, "--phases", "examples,coverage,fuzzing,stateful"],
        ...["--checks", "all", "--max-time", String(limit), "--seed", "1"],
        ...["--continue-on-failure", "--no-color", "--generation-database", "none"],
        ...["--suppress-health-check", "all", "--warnings", "off", "--report", "ndjson,json"],
        ...["--report-ndjson-path", "events.ndjson", "--report-json-path", "summary.json"],
      ],
      { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
    );
    const { code, output } = await collect(child);
    // 1 means that there are failures.
    if (code !== 0 && code !== 1) {
      throw new Error(`schemathesis ended with ${code}:\n${output}`);
    }
    const lines = (await readFile(join(folder, "events.ndjson"), "utf8")).trim().split("\n");
    // Written by schemathesis, whose version is fixed.
    const failures = lines.flatMap((line) => listFailures(JSON.parse(line) as Scenario));
    const summary = JSON.parse(await readFile(join(folder, "summary.json"), "utf8")) as {
      readonly test_cases: { readonly generated: number };
      readonly running_time: number;
    };
    return {
      failures: [...new Set(failures)],
      seconds: summary.running_time,
      cases: summary.test_cases.generated,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function listFailures({ ScenarioFinished }: Scenario): readonly string[] {
  const { label = "", checks = {} } = ScenarioFinished?.recorder ?? {};
  return Object.values(checks)
    .flat()
    .filter(({ status }) => status !== "success")
    .map(({ name }) => `${label}: ${name}`);
}
