import { sql } from "kysely";
import type { Database } from "../db/opening/open-database.ts";

/** Lets all leases of jobs be over, as 15 s without a sign of life do. */
export async function endLeases(database: Database): Promise<void> {
  await database.unscoped.transaction().execute(async (transaction) => {
    await sql`set local role none`.execute(transaction);
    await sql`update job_leases set leased_until = now()`.execute(transaction);
  });
}
