import { sql } from "kysely";
import type { Database } from "../base/db/opening/open-database.ts";

/** Ends all leases of jobs in `afterMs`, as 8 s without a heartbeat would. */
export async function endLeases(database: Database, afterMs = 0): Promise<void> {
  await database.unscoped.transaction().execute(async (transaction) => {
    await sql`set local role none`.execute(transaction);
    // The column has milliseconds. Rounded up, the time could still be to come.
    await sql`update job_leases
      set leased_until = date_trunc('milliseconds', now()) + make_interval(secs => ${afterMs / 1000})`.execute(
      transaction,
    );
  });
}
