import { DatabaseError, type Pool } from "pg";
import { type BatchLimits, runInBatches } from "../../sharing/in-batches.ts";
import { type GroupedStatement, type StatementResult, sendGroup } from "./statement-group.ts";

/**
 * With three under way PostgreSQL works while the process makes the next one. When they hang, on a slow disk, the next one waits
 * for `patienceMs`; a full one does not wait.
 */
const limits: BatchLimits = { atMost: 20, atOnce: 3, patienceMs: 20 };

/** A merged transaction does not wait for locks of others for longer than this many milliseconds. */
const patience: GroupedStatement = {
  name: "patience",
  text: "select set_config('lock_timeout', '100', true)",
  values: [],
};

/** A short transaction: its scope, and its one statement. */
export type ShortTransaction = readonly [scope: GroupedStatement, statement: GroupedStatement];

/**
 * Sends a transaction, perhaps together with others. It is committed when it returns.
 *
 * @throws DatabaseError of its own statement only
 */
export type SendShort = (transaction: ShortTransaction) => Promise<StatementResult>;

/**
 * Merges short transactions of any projects that are sent at the same time: PostgreSQL runs them as one, with one packet, one
 * commit and one answer. Each statement runs in its own scope. If one fails, PostgreSQL undoes all of them, and each is sent
 * again alone: so none depends on another, except that it may take longer.
 */
export function mergeTransactions(pool: Pool): SendShort {
  const merge = runInBatches((merged: readonly ShortTransaction[]) => send(pool, merged), limits);
  return async (transaction) => await (await merge(transaction))();
}

/** A function for each transaction, which returns its result. If they failed together, it sends the transaction alone. */
async function send(
  pool: Pool,
  merged: readonly ShortTransaction[],
): Promise<readonly (() => Promise<StatementResult> | StatementResult)[]> {
  const isAlone = merged.length === 1;
  try {
    const results = await sendOnce(pool, isAlone ? merged.flat() : [patience, ...merged.flat()]);
    // The statement of each is the second of its two.
    const first = isAlone ? 1 : 2;
    return merged.map((_, index) => () => results[first + 2 * index] as StatementResult);
  } catch (error) {
    if (isAlone || !isUndone(error)) {
      throw error;
    }
    return merged.map((transaction) => async () => {
      const [, result] = await sendOnce(pool, transaction);
      return result as StatementResult;
    });
  }
}

/**
 * True after an error of a statement. After one with which PostgreSQL ends the connection, the transaction may have been
 * committed (appendix A of its documentation: connection exceptions, operator intervention, internal errors).
 */
function isUndone(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(?:08|57P|XX)/.test(error.code ?? "XX");
}

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
