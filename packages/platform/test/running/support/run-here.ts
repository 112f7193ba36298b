import { vi } from "vitest";
import { runPlatformCli } from "../../../src/process/cli/main.ts";
import type { CommandRun } from "./platform-process.ts";

/**
 * Runs a command to its end in this process, which is faster than starting one. It sees only these variables of the
 * platform. Two commands cannot run at the same time.
 */
export async function runHere(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const printed = { log: "", error: "" };
  for (const name of ["log", "error"] as const) {
    vi.spyOn(console, name).mockImplementation((line: string) => {
      printed[name] += `${line}\n`;
    });
  }
  for (const [name, value] of Object.entries({ PLATFORM_METRICS_PORT: "off", ...environment })) {
    vi.stubEnv(name, value);
  }
  try {
    const code = await runPlatformCli(words);
    return { code, stdout: printed.log, stderr: printed.error };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
