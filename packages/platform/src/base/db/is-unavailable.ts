/**
 * Codes of the system and of PostgreSQL (appendix A) with which the database says that it cannot answer now, or the disk that
 * it cannot write (ENOSPC, EDQUOT). 53100:
 * disk full. 53200: out of memory. 53300: too many connections. 57014: statement took too long. 25006: read-only
 * server, such as a standby before its promotion. 40P01 and 40001: the transaction was undone in favour of another
 * one, and undone again when it was repeated.
 */
const codes =
  /^(?:40P01|40001|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|57014|ENOSPC|EDQUOT|53[123]00|25006)$/;

/** Errors of pg without a code: no free connection in the pool, and a connection that broke off. */
const messages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** True when the database cannot answer now. The request gets 503 and may be repeated later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  if ("code" in error && typeof error.code === "string" && codes.test(error.code)) {
    return true;
  }
  return messages.test(error.message);
}
