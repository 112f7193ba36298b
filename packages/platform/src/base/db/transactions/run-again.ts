import { setTimeout as sleep } from "node:timers/promises";
import { readErrorCode } from "../../system-errors.ts";

/** After this pause the other transaction has its locks. Without it the two could meet again. */
const pauseMs = 25;

/**
 * Errors after which a transaction is run again (PostgreSQL's documentation, appendix A). `deadlock_detected` and
 * `serialization_failure`: PostgreSQL rolled it back so that another one could continue, or one of our functions
 * asks for it. `feature_not_supported`: a migration changed the columns of a prepared statement, which is then prepared
 * again.
 */
const passing: ReadonlySet<string> = new Set(["40P01", "40001", "0A000"]);

/** Runs a transaction, and once more after an error that passes (ADR 46). */
export async function runAgainOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!passing.has(readErrorCode(error) ?? "")) {
      throw error;
    }
    await sleep(pauseMs * (1 + Math.random()));
    return await run();
  }
}
