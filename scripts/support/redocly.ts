import { spawn } from "node:child_process";
import { Failure } from "./failure.ts";
import { inRoot, root } from "./paths.ts";

/** What a run of the Redocly CLI printed and how it ended. */
export interface RedoclyRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the Redocly CLI in the root of the repository. Telemetry and the look-up of newer versions are off: a build talks
 * to nobody.
 */
export function runRedocly(args: readonly string[]): Promise<RedoclyRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [inRoot("node_modules/@redocly/cli/bin/cli.js"), ...args],
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
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", (error) =>
      reject(new Failure(`The Redocly CLI did not start: ${error.message}`)),
    );
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
