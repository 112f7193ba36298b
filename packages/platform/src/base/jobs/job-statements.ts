import { type Kysely, sql } from "kysely";
import { sendQuery } from "../db/postgres/statements.ts";
import type { Tables } from "../db/tables.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import type { JobPayload } from "./job-types.ts";

/** A row of `jobs`, as `insertJobs` passes it on. */
export interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
  readonly sealed: string | null;
  readonly at: Date | null;
  readonly delayMs: number | null;
  readonly maxAttempts: number;
  readonly uniqueKey: string | null;
  readonly lane: string | null;
}

/** A waiting job with the same key starts over. It gets a new id, so no worker has it. */
const replaceByKey = sql`on conflict (project_id, kind, unique_key) where unique_key is not null do update set
  id = excluded.id, payload = excluded.payload, sealed = excluded.sealed, max_attempts = excluded.max_attempts,
  lane = excluded.lane, state = excluded.state, next_at = excluded.next_at, attempt = 0, dead_at = null, last_error = null`;

/**
 * A job without a delay is written as ready. The others become ready when a claim finds them due. The columns come as
 * lists, which PostgreSQL reads in half the time that it needs for JSON. `on conflict` would write each row twice, so only
 * jobs with a key have it.
 */
export async function insertJobs(
  trx: ScopedTransaction,
  projectId: string,
  rows: readonly JobRow[],
): Promise<void> {
  const list = <Key extends keyof JobRow>(key: Key): readonly JobRow[Key][] => {
    const values = rows.map((row) => row[key]);
    // `unnest` fills a list that is shorter than the others with nulls.
    return values.every((value) => value === null) ? [] : values;
  };
  const haveKeys = rows.some(({ uniqueKey }) => uniqueKey !== null);
  const query = sql`insert into jobs (project_id, id, kind, payload, sealed, max_attempts, unique_key, lane, state, next_at)
    select ${projectId}::text, n.id, n.kind, n.payload::jsonb, n.sealed, n.max_attempts, n.unique_key,
      coalesce(hashtextextended(n.lane, 0), 0),
      case when n.at is null and n.delay_ms is null then 'ready' else 'waiting' end,
      coalesce(n.at, now()) + make_interval(secs => coalesce(n.delay_ms, 0) / 1000)
    from unnest(${list("id")}::text[], ${list("kind")}::text[], ${list("payload")}::text[], ${list("sealed")}::text[],
      ${list("maxAttempts")}::integer[], ${list("uniqueKey")}::text[], ${list("lane")}::text[], ${list("at")}::timestamptz[],
      ${list("delayMs")}::float8[])
      as n (id, kind, payload, sealed, max_attempts, unique_key, lane, at, delay_ms)
    ${haveKeys ? replaceByKey : sql``}`;
  await sendQuery(trx, query, { isPrepared: true });
}

/** A job, or without an id the sign that a limit was reached. */
export interface ClaimedRow {
  readonly kind: string;
  readonly payload: JobPayload;
  readonly sealed: string | null;
  readonly attempt: number;
  readonly project_id: string | null;
  readonly id: string | null;
}

/** Calls `claim_jobs` for each kind, in their order; @param kinds JSON of `KindClaim`s */
export async function selectClaimed(
  unscoped: Kysely<Tables>,
  worker: string,
  kinds: string,
  leaseMs: number,
): Promise<readonly ClaimedRow[]> {
  const query = sql<ClaimedRow>`select claimed.* from json_to_recordset(${kinds}::json) as asked (kind text, held text[],
      "atMost" integer, "perProject" integer, "perLane" integer, "afterProject" text),
    claim_jobs(${worker}::uuid, asked.held, asked.kind, asked."atMost", asked."perProject", asked."perLane",
      asked."afterProject", ${chooseLane()}::bigint, ${leaseMs}::integer) as claimed`;
  return (await sendQuery(unscoped, query, { isPrepared: true })).rows;
}

/** A random lane to begin with. Lanes are hashes, so each of them gets its turn. */
function chooseLane(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Int32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low >>> 0));
}
