import { sql } from "kysely";
import { rowBytes as bytesBesideBody } from "../quotas/recorded-bytes.ts";
import { type Platform, runInProject, type Scope } from "../scope.ts";

/** Rows that one statement erases. */
const step = 1_000;

/** Bytes of a row beside its body, as a part of a statement. */
const rowBytes = sql.lit(bytesBesideBody);

/** The part of the quota that is filled afterwards, so that the exact count is needed once for each tenth that is written. */
const filledPart = 0.9;

/** Receives the error with which the records of one project could not be trimmed. */
export type OnTrimFailure = (projectId: string, error: unknown) => void;

/**
 * Erases the oldest logs and delivered events of projects that have used up their quota of them. Events that wait for their
 * delivery, or could not be delivered, stay for their whole retention, and so do running executions. Every worker calls it
 * on a timer. A project whose records cannot be trimmed does not stop the trimming of others.
 *
 * @returns the number of erased rows
 */
export async function trimRecords(platform: Platform, onFailure: OnTrimFailure): Promise<number> {
  const quota = platform.quotas.logsAndEvents;
  if (quota === undefined) {
    return 0;
  }
  // The exact count includes rows that this process has not noted yet.
  await platform.records.flush();
  // The function finds sums over its parameter, and a project is full as soon as its sum, in whole bytes, is the quota.
  const { rows } = await sql<{
    project_id: string;
  }>`select * from find_full_projects(${quota - 1}::float8)`.execute(platform.database.unscoped);
  let erased = 0;
  for (const { project_id: projectId } of rows) {
    try {
      for await (const count of trimProject(platform, projectId, quota)) {
        erased += count;
      }
    } catch (error) {
      onFailure(projectId, error);
    }
  }
  return erased;
}

/** Erases rows of one project in steps, each in its own transaction. Yields how many rows a step erased. */
async function* trimProject(
  platform: Platform,
  projectId: string,
  quota: number,
): AsyncGenerator<number> {
  const bytes = await runInProject(platform, projectId, countAgain);
  for (let left = bytes - quota * filledPart; left > 0 && bytes >= quota; ) {
    const wanted = left;
    const batch = await runInProject(platform, projectId, (scope) => eraseOldest(scope, wanted));
    if (batch.rows === 0) {
      return;
    }
    yield batch.rows;
    left -= batch.bytes;
  }
}

/**
 * Counts the logs and events of a project exactly, and corrects their sum: processes that were killed have not noted their
 * last writes, and writes that were undone are noted.
 */
async function countAgain({ trx, projectId }: Scope): Promise<number> {
  const { rows } = await sql<{ bytes: number; counted: number }>`select
      ((select coalesce(sum(coalesce(octet_length(bodies), 0) + ${rowBytes}), 0) from tool_execution_logs
          where project_id = ${projectId})
        + (select coalesce(sum(octet_length(body) + ${rowBytes}), 0) from webhook_events
          where project_id = ${projectId}))::float8 as bytes,
      (select coalesce(sum(bytes), 0) from storage_counts
        where project_id = ${projectId} and kind = 'logs_and_events')::float8 as counted`.execute(
    trx,
  );
  const { bytes, counted } = rows[0] ?? { bytes: 0, counted: 0 };
  const change = [{ id: projectId, change: bytes - counted, bodies: 0 }];
  await sql`select * from note_written(${JSON.stringify(change)}::json)`.execute(trx);
  return bytes;
}

/** Erases the oldest rows that free the wanted bytes, at most `step` of them. */
async function eraseOldest(
  { trx, projectId }: Scope,
  wanted: number,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { rows } = await sql<{ rows: number; bytes: number }>`with
    logs as (
      select l.id, l.created_at as at, coalesce(octet_length(l.bodies), 0) + ${rowBytes} as bytes
      from tool_execution_logs l
      where l.project_id = ${projectId} and (l.leased_until is null or l.leased_until < now())
      order by l.created_at, l.id limit ${step}),
    events as (
      select e.id, e.created_at as at, octet_length(e.body) + ${rowBytes} as bytes
      from webhook_events e
      where e.project_id = ${projectId}
        and exists (select from webhook_deliveries d
          where d.project_id = e.project_id and d.event_id = e.id and d.event_at = e.created_at)
        and not exists (select from webhook_deliveries d where d.project_id = e.project_id and d.event_id = e.id
          and d.event_at = e.created_at and d.status <> 'delivered')
      order by e.created_at, e.id limit ${step}),
    rows as (select true as is_log, * from logs union all select false, * from events),
    oldest as (
      select * from (select *, sum(bytes) over (order by at, id) - bytes as before from rows) as summed
      where before < ${wanted}::float8 order by at, id limit ${step}),
    erased_logs as (
      delete from tool_execution_logs l using oldest o
      where o.is_log and l.project_id = ${projectId} and l.id = o.id),
    erased_events as (
      delete from webhook_events e using oldest o
      where not o.is_log and e.project_id = ${projectId} and e.id = o.id and e.created_at = o.at),
    deliveries as (
      delete from webhook_deliveries d using oldest o
      where not o.is_log and d.project_id = ${projectId} and d.event_id = o.id and d.event_at = o.at
      returning d.id, d.event_at),
    attempts as (
      delete from webhook_attempts a using deliveries d
      where a.project_id = ${projectId} and a.delivery_id = d.id and a.event_at = d.event_at)
    select count(*)::integer as rows, coalesce(sum(bytes), 0)::float8 as bytes from oldest`.execute(
    trx,
  );
  return rows[0] ?? { rows: 0, bytes: 0 };
}
