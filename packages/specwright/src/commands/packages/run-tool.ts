import { spawn } from "node:child_process";
import { join } from "node:path";
import { DiagnosticError } from "../../diagnostic.ts";
import { findPackage } from "./find-package.ts";

/**
 * A program of the user's project that a command runs. specwright does not depend on these programs, because most
 * projects do not need them.
 */
export interface Tool {
  /** The command that runs it. */
  readonly command: string;
  /** Its package. */
  readonly package: string;
  /** The name of the program in its package. */
  readonly program: string;
}

/**
 * Runs a tool that is installed in a folder or in a folder above. It shares the terminal of this process.
 *
 * @param output `error` sends its output to standard error, when standard output has the result of the command.
 * @returns its exit code
 * @throws DiagnosticError when it is not installed, with the command that installs it
 */
export function runTool(
  tool: Tool,
  args: readonly string[],
  folder: string,
  output: "inherit" | "error" = "inherit",
): Promise<number> {
  const program = findProgram(tool, folder);
  if (program === undefined) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "missing-tool",
        message: `\`specwright ${tool.command}\` runs ${tool.package}, which is not installed.`,
        fix: `Run \`npm install --save-dev ${tool.package}\`, then the same command again.`,
      },
    ]);
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      // The number is that of the standard error stream.
      stdio: output === "inherit" ? "inherit" : ["ignore", 2, 2],
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

function findProgram(tool: Tool, folder: string): string | undefined {
  const found = findPackage(tool.package, folder);
  const bin = found?.manifest.bin;
  const path = typeof bin === "string" ? bin : bin?.[tool.program];
  return found === undefined || path === undefined ? undefined : join(found.folder, path);
}
