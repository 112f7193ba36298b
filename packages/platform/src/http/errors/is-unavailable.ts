/**
 * Codes of the system and of PostgreSQL (appendix A) that mean: the database cannot answer at the moment. 53100 is a full
 * disk, 53200 too little memory, 53300 too many connections, 57014 a statement that took too long, and 25006 a server
 * that only reads, as a standby does before it is promoted. 40P01 and 40001 are a transaction that was undone for another
 * one, and again when it was run once more.
 */
const codes =
  /^(?:40P01|40001|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|57014|53[123]00|25006)$/;

/** pg has no code for these: a pool without a free connection, and a connection that broke off. */
const messages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** True when an error means that the database cannot answer now, and that the request may be repeated later (503). */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  if ("code" in error && typeof error.code === "string" && codes.test(error.code)) {
    return true;
  }
  return messages.test(error.message);
}
