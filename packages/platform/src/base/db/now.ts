import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** The time at which the transaction began, by the database's clock. Clocks of replicas differ. */
export function readDatabaseNow(): RawBuilder<Date> {
  return sql<Date>`now()`;
}

/** So many milliseconds after `readDatabaseNow`. */
export function addToDatabaseNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000}::float8)`;
}

/** The same time as a value. */
export async function fetchDatabaseNow(trx: Transaction<Tables>): Promise<Date> {
  const { now } = await trx.selectNoFrom(readDatabaseNow().as("now")).executeTakeFirstOrThrow();
  return now;
}
