import { ConfigError } from "../config/read-config.ts";
import { DirectoryLockedError, DirectoryUnusableError } from "../db/opening/lock-directory.ts";
import { UnsafeDatabaseError } from "../db/transactions/assert-isolation.ts";
import { StartError } from "../process/start-error.ts";

/**
 * SQLSTATEs with which a server refuses a connection (PostgreSQL, appendix A): wrong password, unknown database, too
 * many connections.
 */
const refused: Readonly<Record<string, string>> = {
  "28000": "the server does not admit the user",
  "28P01": "the password is wrong",
  "3D000": "the database does not exist",
  "53300": "the server has no free connection",
  "57P03": "the server is starting or stopping",
};

const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT"]);
/**
 * The text to print for an error that the operator can fix: its message and the fix. Undefined when the fault is ours.
 */
export function explainFailure(error: unknown): string | undefined {
  const known = [
    StartError,
    ConfigError,
    DirectoryLockedError,
    DirectoryUnusableError,
    UnsafeDatabaseError,
  ];
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (known.some((kind) => error instanceof kind)) {
    return error.message;
  }
  const code = "code" in error ? String(error.code) : "";
  const reason = refused[code] ?? (unreachable.has(code) ? code : undefined);
  if (reason !== undefined) {
    return `The database of DATABASE_URL cannot be used: ${reason}.
Check that the server runs and that host, port, user, password and database of DATABASE_URL are right.`;
  }
  if (unwritable.has(code) && "path" in error) {
    return `${String(error.path)} cannot be written (${code}).
Give this user the right to it, or set PLATFORM_DATA to another directory.`;
  }
  return undefined;
}
