import { ConfigError, readConfig } from "../../packages/platform/src/config/read-config.ts";
import { DirectoryLockedError } from "../../packages/platform/src/db/opening/lock-directory.ts";
import { openDatabase } from "../../packages/platform/src/db/opening/open-database.ts";
import { UnsafeDatabaseError } from "../../packages/platform/src/db/transactions/assert-isolation.ts";
import { StartError } from "../../packages/platform/src/process/start-error.ts";

// The parts of the platform that a start needs before generated/ is up to date. They must not import from generated/.
export { openDatabase, readConfig };

/** Returns whether the message of a failed start says how to fix the problem. */
export function isMendable(error: unknown): error is Error {
  const kinds = [StartError, ConfigError, DirectoryLockedError, UnsafeDatabaseError];
  return kinds.some((kind) => error instanceof kind);
}
