import { sql } from "kysely";
import type { Scope } from "../scope.ts";

/**
 * The number of rows over which a count is spread. With a single row, executions of one project that begin together
 * would wait for one another until each is on disk. Of 20 at a time on a busy machine, the slowest hundredth took 0.7
 * to 1.7 s with one row, and 0.2 to 0.5 s with 16.
 */
const shards = 16;

/** Chooses the row in which `log_executions` counts. */
export function chooseUsesShard(): number {
  return Math.floor(Math.random() * shards);
}

/** The project's executions by toolkit, for today and the 29 days before, in UTC (docs/decisions.md §3). */
export async function readToolkitUses({
  trx,
  projectId,
}: Scope): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("toolkit_uses")
    .select(["toolkit_slug", sql<number>`sum(uses)::integer`.as("uses")])
    .where("project_id", "=", projectId)
    .where("day", ">", sql<Date>`(now() at time zone 'UTC')::date - 30`)
    .groupBy("toolkit_slug")
    .execute();
  return new Map(rows.map((row) => [row.toolkit_slug, row.uses]));
}
