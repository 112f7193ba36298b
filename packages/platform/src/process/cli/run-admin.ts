import { DirectoryLockedError } from "../../base/db/opening/lock-directory.ts";
import type { PlatformConfig } from "../config/platform-config.ts";
import type { AdminCommand } from "../control/admin-command.ts";
import { type AdminOptions, adminCommands, type Outcome } from "../control/administer.ts";
import { askServer } from "../control/ask-server.ts";
import { openPlatform } from "../open-platform.ts";

/**
 * Runs a command that needs the database, in this process. When a service has the embedded database open, the command
 * runs in that service (docs/adr, "Commands go through the running server").
 *
 * @throws StartError, DirectoryLockedError, UnsafeDatabaseError, whose messages say how to fix the problem
 */
export async function runAdmin(
  command: AdminCommand,
  request: {
    readonly config: PlatformConfig;
    readonly options: AdminOptions;
    readonly progress: (line: string) => void;
  },
): Promise<Outcome> {
  const { config, options, progress } = request;
  try {
    const opened = await openPlatform(config);
    try {
      return await adminCommands[command]({ opened, options, progress });
    } finally {
      await opened.database.close();
    }
  } catch (error) {
    const { storage } = config;
    if (!(error instanceof DirectoryLockedError)) {
      throw error;
    }
    if (storage.kind !== "embedded" || storage.directory === undefined) {
      throw error;
    }
    const answer = await askServer(storage.directory, { command, options }, progress);
    // Another command, or a service that is about to stop, has locked the directory. Report that.
    if (answer === undefined) {
      throw error;
    }
    return answer;
  }
}
