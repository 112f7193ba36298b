import {
  DirectoryLockedError,
  DirectoryUnusableError,
} from "../../base/db/opening/lock-directory.ts";
import { UnsafeDatabaseError } from "../../base/db/transactions/assert-isolation.ts";
import { readErrorCode } from "../../base/system-errors.ts";
import { ConfigError } from "../config/read-config.ts";
import { StartError } from "../start-error.ts";

/**
 * SQLSTATEs with which a server refuses a connection (PostgreSQL, appendix A): wrong password, unknown database, too
 * many connections.
 */
const refused: Readonly<Record<string, string>> = {
  "28000": "the server does not admit the user",
  "28P01": "the user or the password is wrong",
  "3D000": "the database does not exist",
  "53300": "the server has no free connection",
  "57P03": "the server is starting or stopping",
};

/** Codes of the network, and of TLS for a certificate or a server that it refuses. */
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|(?:CERT|DEPTH_ZERO|ERR_SSL|ERR_TLS|SELF_SIGNED|UNABLE_TO)_\w+)$/;

/** Errors of pg that come before a statement and have no code of their own. A socket that is not there is ENOENT. */
const unconnected =
  /^(?:connect ENOENT |SASL: |The server does not support SSL|Connection terminated|timeout exceeded when trying to connect)/;

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
  const code = readErrorCode(error) ?? "";
  const reason =
    refused[code] ??
    (unreachable.test(code) ? code : undefined) ??
    (endsConnection(error) ? error.message : undefined);
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

/** PostgreSQL ends a connection with an error whose severity is FATAL. */
function endsConnection(error: Error): boolean {
  return ("severity" in error && error.severity === "FATAL") || unconnected.test(error.message);
}
