import { spawn } from "node:child_process";
import { collect } from "./collect.ts";
import { Failure } from "./failure.ts";
import { resolveInRoot, root } from "./paths.ts";

/** The output of a run of the Redocly CLI, and its exit. */
export interface RedoclyRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the Redocly CLI in the root of the repository. Telemetry and the check for newer versions are off, because a
 * build must not use the network.
 */
export async function runRedocly(args: readonly string[]): Promise<RedoclyRun> {
  const child = spawn(
    process.execPath,
    [resolveInRoot("node_modules/@redocly/cli/bin/cli.js"), ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        ...(process.stderr.isTTY
          ? { FORCE_COLOR: "1" }
          : { NO_COLOR: "1", FORCE_COLOR: undefined }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const { code, stdout, stderr } = await collect(child).catch((error: Error) => {
    throw new Failure(`The Redocly CLI did not start: ${error.message}`);
  });
  return { code: code ?? 1, stdout, stderr };
}
