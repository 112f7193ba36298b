import { spawn } from "node:child_process";
import { collect, type Ended } from "../../../scripts/support/collect.ts";

/** Runs a program in a folder as a user outside this repository would, without the repository's export conditions. */
export function run(
  folder: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return collect(
    spawn(command, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...env,
        NODE_OPTIONS: "",
        FORCE_COLOR: "0",
        npm_config_update_notifier: "false",
        // Else the command takes itself for a part of `npm test`, and does not say what to run next.
        npm_lifecycle_event: undefined,
      },
    }),
  );
}

/**
 * Runs a program that has to succeed, and returns its output.
 *
 * @throws Error with the output when the program fails.
 */
export async function runWell(
  folder: string,
  command: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const { code, output } = await run(folder, command, args, env);
  if (code !== 0) {
    throw new Error(`${[command, ...args].join(" ")} in ${folder} ended with ${code}:\n${output}`);
  }
  return output;
}
