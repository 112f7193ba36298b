import { spawn } from "node:child_process";

/** How a process ended, with what it printed on both streams. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program in a folder, as somebody does who never heard of this repository: without its conditions. */
export function run(folder: string, command: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        FORCE_COLOR: "0",
        npm_config_update_notifier: "false",
      },
    });
    let output = "";
    const read = (text: string): void => {
      output += text;
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/**
 * Runs a program that has to end well, and gives what it printed.
 *
 * @throws Error with what it printed when it does not.
 */
export async function runWell(
  folder: string,
  command: string,
  args: readonly string[],
): Promise<string> {
  const { code, output } = await run(folder, command, args);
  if (code !== 0) {
    throw new Error(`${[command, ...args].join(" ")} in ${folder} ended with ${code}:\n${output}`);
  }
  return output;
}
