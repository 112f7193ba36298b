import { spawn } from "node:child_process";
import { collect } from "./collect.ts";
import { Failure } from "./failure.ts";
import { root } from "./paths.ts";

/**
 * Runs a command in the root of the repository and returns its output.
 *
 * @throws Failure with the output when the command ends with another exit code than 0.
 */
export async function runCommand(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const { code, output } = await collect(child).catch((error: Error) => {
    throw new Failure(`${command} did not start: ${error.message}`);
  });
  if (code !== 0) {
    throw new Failure(`${output}\n${[command, ...args].join(" ")} ended with exit code ${code}.`);
  }
  return output;
}
