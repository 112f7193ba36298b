import { sql } from "kysely";
import { type Database, openDatabase } from "../../../src/base/db/opening/open-database.ts";
import { enqueueAll } from "../../../src/base/jobs/enqueue.ts";
import { deliverKind } from "../../../src/domain/webhooks/webhook-subscriptions/deliver-kind.ts";

const rowsAtOnce = 10_000;

/**
 * Repeats the newest event of a project this many times, as a replay would: each repetition is a delivery with a job,
 * due now.
 *
 * @param url the database
 */
export async function addBacklog(url: string, projectId: string, count: number): Promise<void> {
  const database = await openDatabase({ kind: "postgres", url, poolSize: 2 });
  for (let from = 0; from < count; from += rowsAtOnce) {
    await addSome(database, projectId, { from, until: Math.min(count, from + rowsAtOnce) });
  }
  await database.close();
}

async function addSome(
  database: Database,
  projectId: string,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<void> {
  await database.transactInProject(projectId, async (trx) => {
    const { rows } = await sql<{ id: string; at: Date; lane: string }>`
      insert into webhook_deliveries
        (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url)
      select e.project_id, 'dlv_backlog' || n, e.subscription_id, e.id, e.created_at, e.event_type, s.webhook_url
      from (select * from webhook_events where project_id = ${projectId} order by created_at desc limit 1) e
        join webhook_subscriptions s on s.project_id = e.project_id and s.id = e.subscription_id,
        generate_series(${from}::integer, ${until}::integer - 1) n
      returning id, event_at as at, subscription_id as lane`.execute(trx);
    await enqueueAll(
      trx,
      rows.map(({ id, at, lane }) => ({
        projectId,
        kind: deliverKind,
        payload: { id, at },
        uniqueKey: id,
        lane,
        maxAttempts: 1_000,
      })),
    );
  });
}
