import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { createDiagnosticError } from "../../diagnostic.ts";
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
 * Runs a tool that is installed in a folder or in a folder above. It shares the terminal of this process. A signal that
 * ends this process ends the tool, too: otherwise `kill` on `specwright mock` would leave a server behind.
 *
 * @param output `error` sends its output to standard error, when standard output has the result of the command.
 * @returns its exit code, or 128 and the number of the signal that ended it
 * @throws DiagnosticError when it is not installed, with the command that installs it
 */
export function runTool(
  tool: Tool,
  args: readonly string[],
  folder: string,
  output: "inherit" | "error" = "inherit",
): Promise<number> {
  return startTool(tool, args, folder, output).ended;
}

/** A tool that runs. */
export interface StartedTool {
  /** Its exit code: see `runTool`. */
  readonly ended: Promise<number>;
  /** Ends it at once, also while it computes. */
  readonly kill: () => void;
}

/**
 * Starts a tool: see `runTool`.
 *
 * @throws DiagnosticError when it is not installed
 */
export function startTool(
  tool: Tool,
  args: readonly string[],
  folder: string,
  output: "inherit" | "error" = "inherit",
): StartedTool {
  const program = findProgram(tool, folder);
  if (program === undefined) {
    throw createDiagnosticError({
      code: "missing-tool",
      message: `\`specwright ${tool.command}\` runs ${tool.package}, which is not installed.`,
      fix: `Run \`npm install --save-dev ${tool.package}\`, then the same command again.`,
    });
  }
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    // The number is that of the standard error stream.
    stdio: output === "inherit" ? "inherit" : ["ignore", 2, 2],
  });
  const stopForwarding = forwardSignals(child);
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      stopForwarding();
      // A shell reports a program that a signal ended in the same way.
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  return { ended, kill: () => child.kill("SIGKILL") };
}

/** Passes signals that end this process on to a child. Returns a function that stops it. */
function forwardSignals(child: ChildProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) {
    process.on(signal, forward);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, forward);
    }
  };
}

/** Returns whether a tool is installed in a folder or in a folder above. */
export function isInstalled(tool: Tool, folder: string): boolean {
  return findProgram(tool, folder) !== undefined;
}

function findProgram(tool: Tool, folder: string): string | undefined {
  const found = findPackage(tool.package, folder);
  const bin = found?.manifest.bin;
  const path = typeof bin === "string" ? bin : bin?.[tool.program];
  return found === undefined || path === undefined ? undefined : join(found.folder, path);
}
