import { readConfig } from "../config/read-config.ts";
import type { AdminCommand } from "../control/admin-command.ts";
import type { AdminOptions } from "../control/administer.ts";
import { runCommand, type SharedFlags } from "./run-command.ts";

/** Text for the help of the commands that `runOnDatabase` runs. */
export const besideService =
  "While the service runs on the same data directory, the service carries out the command.";

/**
 * Runs a command that needs the database, and prints its outcome; its progress goes to standard error.
 *
 * @param prepare makes the options, and may throw what the operator can mend
 */
export function runOnDatabase(
  command: AdminCommand,
  flags: SharedFlags,
  prepare: () => Promise<AdminOptions> = async () => ({}),
): Promise<number> {
  return runCommand(flags, async () => {
    const config = readConfig(process.env);
    const options = await prepare();
    const { runAdmin } = await import("./run-admin.ts");
    return await runAdmin(command, { config, options, progress: (text) => console.error(text) });
  });
}
