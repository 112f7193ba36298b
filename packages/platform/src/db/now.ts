import { type RawBuilder, sql } from "kysely";
import type { ScopedTransaction } from "./scoped.ts";

/** The time at which the transaction began, by the database's clock: the clocks of replicas differ. */
export function databaseNow(): RawBuilder<Date> {
  return sql<Date>`now()`;
}

/** So many milliseconds after `databaseNow`. */
export function databaseNowPlus(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000}::float8)`;
}

/** `databaseNow` as a value, for what is sealed together with others. Where a column holds it, the expression does. */
export async function readNow(trx: ScopedTransaction): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(trx);
  const [row] = rows;
  if (row === undefined) {
    throw new Error("A query for the time answered no row.");
  }
  return row.at;
}
