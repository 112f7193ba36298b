import type { Pool } from "pg";
import { type BatchLimits, runInBatches } from "../../sharing/in-batches.ts";
import { isUndone, type SendShort, type ShortTransaction, sendOnce } from "./short-transaction.ts";
import type { GroupedStatement, StatementResult } from "./statement-group.ts";

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
