import { sql } from "kysely";
import type { Schemas } from "../../base/api-types.ts";
import { fetchDatabaseNow } from "../../base/db/now.ts";
import type { Scope } from "../scope.ts";

type Period = Schemas["ActivityPeriod"];
type Counts = Schemas["ActivityCounts"];

/** Seconds of a bucket, and the number of buckets. */
const periods: Readonly<Record<Period, readonly [seconds: number, buckets: number]>> = {
  hour: [60, 60],
  day: [1_800, 48],
  week: [10_800, 56],
  month: [43_200, 60],
};

/** The most rows of a table that are read for one answer: the console asks every few seconds. */
const mostRows = 20_000;

/**
 * The activity of the project over a period up to now, in buckets.
 *
 * @param now the time of the database, unless another is given
 * @param limit rows of each kind that are counted, the newest first
 */
export async function readActivity(
  scope: Scope,
  period: Period,
  { now, limit = mostRows }: { readonly now?: Date; readonly limit?: number } = {},
): Promise<Schemas["ProjectActivity"]> {
  const [seconds, length] = periods[period];
  // Buckets begin at the same times for every answer, so that a plot moves by whole ones.
  const time = (now ?? (await fetchDatabaseNow(scope.trx))).getTime();
  const end = (Math.floor(time / 1000 / seconds) + 1) * seconds;
  const since = new Date((end - length * seconds) * 1000);
  const range = { since, seconds, limit };
  const executions = await selectExecutions(scope, range).execute();
  const deliveries = await selectDeliveries(scope, range).execute();
  const disabled = await selectDisabledTriggers(scope).execute();
  const expired = await selectExpiredAccounts(scope).execute();
  const [unused] = await selectUnusedLinks(scope, since).execute();
  const buckets = Array.from({ length }, (_, index) =>
    toCounts(findBucket(executions, index), findBucket(deliveries, index)),
  );
  const [all, sent] = [findBucket(executions, null), findBucket(deliveries, null)];
  return {
    since: since.toISOString(),
    until: new Date(end * 1000).toISOString(),
    bucket_seconds: seconds,
    executions_since: findBeginning(all, since, limit),
    deliveries_since: findBeginning(sent, since, limit),
    total: toCounts(all, sent),
    buckets,
    expired_account_ids: expired.map(({ id }) => id),
    unused_links: unused?.count ?? 0,
    disabled_trigger_ids: disabled.map(({ id }) => id),
  };
}

/** A statement whose plan a test reads too. */
interface Statement<Row> {
  execute(): Promise<Row[]>;
  explain(format: "json"): Promise<Record<string, unknown>[]>;
}

interface DeliveryRow {
  /** Null for the row that has the counts of all buckets. */
  readonly bucket: number | null;
  readonly count: number;
  readonly failed: number;
  /** Null for no rows at all. */
  readonly first: Date | null;
}

interface ExecutionRow extends DeliveryRow {
  readonly p50_ms: number | null;
  readonly p99_ms: number | null;
}

interface Range {
  readonly since: Date;
  readonly seconds: number;
  readonly limit: number;
}

/** Executions by bucket; the row whose bucket is null has those of all. */
export function selectExecutions(
  { trx, projectId }: Scope,
  { since, seconds, limit }: Range,
): Statement<ExecutionRow> {
  const recent = trx
    .selectFrom("tool_execution_logs")
    .select(["created_at", "successful", "duration_ms", "leased_until"])
    .where("project_id", "=", projectId)
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  const ended = sql`leased_until is null`;
  const percentile = (share: number) =>
    sql<number | null>`(percentile_disc(${sql.lit(share)}) within group (order by duration_ms)
      filter (where ${ended}))::integer`;
  return trx
    .selectFrom(recent.as("recent"))
    .select([
      toBucket(since, seconds).as("bucket"),
      sql<number>`count(*)::integer`.as("count"),
      // One that is interrupted never wrote its outcome, and its lease is over.
      sql<number>`(count(*) filter (where not successful
        and (${ended} or leased_until <= clock_timestamp())))::integer`.as("failed"),
      percentile(0.5).as("p50_ms"),
      percentile(0.99).as("p99_ms"),
      sql<Date | null>`min(created_at)`.as("first"),
    ])
    .groupBy(sql`grouping sets ((1), ())`);
}

/** Deliveries by bucket; the row whose bucket is null has those of all. */
export function selectDeliveries(
  { trx, projectId }: Scope,
  { since, seconds, limit }: Range,
): Statement<DeliveryRow> {
  const recent = trx
    .selectFrom("webhook_deliveries")
    .select(["created_at", "status"])
    .where("project_id", "=", projectId)
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return trx
    .selectFrom(recent.as("recent"))
    .select([
      toBucket(since, seconds).as("bucket"),
      sql<number>`count(*)::integer`.as("count"),
      sql<number>`(count(*) filter (where status = 'failed'))::integer`.as("failed"),
      sql<Date | null>`min(created_at)`.as("first"),
    ])
    .groupBy(sql`grouping sets ((1), ())`);
}

function toBucket(since: Date, seconds: number) {
  return sql<number | null>`floor(extract(epoch from created_at - ${since}::timestamptz)
    / ${sql.lit(seconds)})::integer`;
}

/** Instances that the service disabled, the last first. */
export function selectDisabledTriggers({
  trx,
  projectId,
}: Scope): Statement<{ readonly id: string }> {
  return (
    trx
      .selectFrom("trigger_instances")
      .select("id")
      .where("project_id", "=", projectId)
      .where("deleted_at", "is", null)
      // Without a reason its owner disabled it.
      .where("disabled_reason", "is not", null)
      .orderBy("disabled_at", "desc")
      .limit(20)
  );
}

/** Accounts that worked and have expired, the last first. */
export function selectExpiredAccounts({
  trx,
  projectId,
}: Scope): Statement<{ readonly id: string }> {
  return (
    trx
      .selectFrom("connected_accounts")
      .select("id")
      .where("project_id", "=", projectId)
      .where("deleted_at", "is", null)
      .where("status", "=", "EXPIRED")
      // Without a reason nobody completed the connection in time.
      .where("status_reason", "is not", null)
      .orderBy("updated_at", "desc")
      .limit(20)
  );
}

/** Links are counted up to this number. */
const mostLinks = 1_000;

/** Counts the connections that began since then and that nobody completed in time. */
export function selectUnusedLinks(
  { trx, projectId }: Scope,
  since: Date,
): Statement<{ readonly count: number }> {
  const unused = trx
    .selectFrom("connected_accounts")
    .select("id")
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .where("status", "=", "EXPIRED")
    .where("created_at", ">=", since)
    .where("status_reason", "is", null)
    .orderBy("created_at", "desc")
    .limit(mostLinks);
  return trx.selectFrom(unused.as("unused")).select(sql<number>`count(*)::integer`.as("count"));
}

function findBucket<Row extends { readonly bucket: number | null }>(
  rows: readonly Row[],
  bucket: number | null,
): Row | undefined {
  return rows.find((row) => row.bucket === bucket);
}

function findBeginning(all: DeliveryRow | undefined, since: Date, limit: number): string {
  return ((all?.count === limit ? all.first : null) ?? since).toISOString();
}

function toCounts(ran: ExecutionRow | undefined, sent: DeliveryRow | undefined): Counts {
  return {
    executions: ran?.count ?? 0,
    errors: ran?.failed ?? 0,
    p50_ms: ran?.p50_ms ?? null,
    p99_ms: ran?.p99_ms ?? null,
    deliveries: sent?.count ?? 0,
    failed_deliveries: sent?.failed ?? 0,
  };
}
