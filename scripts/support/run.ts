import { spawn } from "node:child_process";
import { Failure } from "./failure.ts";
import { root } from "./paths.ts";

/**
 * Runs a command in the root of the repository and returns what it printed.
 *
 * @throws Failure with what it printed when it ends with another exit code than 0.
 */
export function runCommand(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    const read = (text: string): void => {
      printed += text;
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("error", (error) =>
      reject(new Failure(`${command} did not start: ${error.message}`)),
    );
    child.once("close", (code) => {
      if (code === 0) resolve(printed);
      else
        reject(
          new Failure(`${printed}\n${[command, ...args].join(" ")} ended with exit code ${code}.`),
        );
    });
  });
}
