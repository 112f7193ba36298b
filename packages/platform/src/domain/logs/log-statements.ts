import { type SelectQueryBuilder, sql } from "kysely";
import { compileOnce, sendQuery } from "../../base/db/postgres/statements.ts";
import type { Tables } from "../../base/db/tables.ts";
import type { Scope } from "../scope.ts";

/** The values of `log_executions`; the lists are JSON. */
export interface WrittenLogs {
  readonly claims: string;
  readonly begins: string;
  readonly ends: string;
  readonly leaseMs: number;
  readonly shard: number;
}

/**
 * Calls `log_executions`. It is the last statement of its transaction.
 *
 * @returns its answer; null when the project was deleted
 */
export async function writeLogs(
  { trx, projectId }: Scope,
  logs: WrittenLogs,
): Promise<readonly string[] | null> {
  const query = logging({ projectId, ...logs });
  const { rows } = await sendQuery(trx, query, { isPrepared: true, isLast: true });
  return rows[0]?.taken ?? null;
}

const logging = compileOnce(
  ["projectId", "claims", "begins", "ends", "leaseMs", "shard"],
  (slots, trx) =>
    sql<{
      readonly taken: readonly string[] | null;
    }>`select taken from log_executions(${slots.projectId},
    ${slots.claims}::json, ${slots.begins}::json, ${slots.ends}::json, ${slots.leaseMs}::integer,
    ${slots.shard}::integer)`.compile(trx),
);

/** Reads a page of logs. It is the last statement of its transaction. */
export async function readLogs<Row>(
  { trx }: Scope,
  query: SelectQueryBuilder<Tables, never, Row>,
): Promise<readonly Row[]> {
  return (await sendQuery(trx, query, { isLast: true })).rows;
}
