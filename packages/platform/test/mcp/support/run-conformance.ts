import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { collect } from "../../../../../scripts/support/collect.ts";

const program = fileURLToPath(
  new URL(
    "../../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js",
    import.meta.url,
  ),
);

/** A check of a scenario, as the suite reports it. */
export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** All scenarios for servers in the suite. */
export async function listScenarios(): Promise<readonly string[]> {
  const { output } = await run(["list", "--server"]);
  return [...output.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
}

/** Runs one scenario against an endpoint. Returns its checks; an empty list when it did not finish. */
export async function runScenario(
  name: string,
  url: string,
  version: string,
): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const words = ["--url", url, "--scenario", name, "--spec-version", version, "-o", folder];
    // Extensions belong to no version of the protocol.
    await run(["server", ...words, ...(name.startsWith("tasks-") ? ["--force"] : [])]);
    const [results] = await readdir(folder);
    const file = join(folder, results ?? "", "checks.json");
    // A scenario that ended early, or belongs to another version, does not write the file.
    const checks = await readFile(file, "utf8").catch(() => "[]");
    // The suite writes checks of this form.
    return JSON.parse(checks) as Check[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(words: readonly string[]) {
  const child = spawn(process.execPath, [program, ...words], {
    // Tests run with the condition `source`, for which a package of the suite names TypeScript.
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return await collect(child);
}
