import { DatabaseError, type Pool } from "pg";
import { type GroupedStatement, type StatementResult, sendGroup } from "./statement-group.ts";

/** A short transaction: its scope, and its one statement. */
export type ShortTransaction = readonly [scope: GroupedStatement, statement: GroupedStatement];

/**
 * Sends a transaction, perhaps together with others. It is committed when it returns.
 *
 * @throws DatabaseError of its own statement only
 */
export type SendShort = (transaction: ShortTransaction) => Promise<StatementResult>;

/**
 * True after an error of a statement. After one with which PostgreSQL ends the connection, the transaction may have been
 * committed (appendix A of its documentation: connection exceptions, operator intervention, internal errors).
 */
export function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(?:08|57P|XX)/.test(error.code ?? "XX");
}

/** Sends statements that are a transaction by themselves, on a connection of their own. */
export async function sendOnce(
  pool: Pool,
  statements: readonly GroupedStatement[],
): Promise<readonly StatementResult[]> {
  const client = await pool.connect();
  try {
    const results = await sendGroup(client, statements);
    client.release();
    return results;
  } catch (error) {
    // A connection that PostgreSQL ends is not lent again.
    client.release(!isUndone(error));
    throw error;
  }
}
