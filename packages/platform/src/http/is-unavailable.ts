/** Codes of the system and of PostgreSQL (appendix A) that mean: the database cannot be reached at the moment. */
const codes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-3]|53300)$/;

/** pg has no code for these: a pool without a free connection, and a connection that broke off. */
const messages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether an error means that the database is away, which the next request may not meet (503). */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && codes.test(error.code)) return true;
  return messages.test(error.message);
}
