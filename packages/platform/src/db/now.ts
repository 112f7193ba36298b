import { type RawBuilder, sql } from "kysely";

/** The time at which the transaction began, by the database's clock. Clocks of replicas differ. */
export function readDatabaseNow(): RawBuilder<Date> {
  return sql<Date>`now()`;
}

/** So many milliseconds after `readDatabaseNow`. */
export function addToDatabaseNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000}::float8)`;
}
