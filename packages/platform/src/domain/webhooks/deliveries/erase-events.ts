import { sql } from "kysely";
import type { Scope } from "../../scope.ts";

/** Erases the events about a user with their deliveries and attempts, and answers how many events. */
export async function eraseEvents({ trx, projectId }: Scope, userId: string): Promise<number> {
  const erased = await sql<{ events: number }>`with events as (
      delete from webhook_events e where e.project_id = ${projectId} and e.user_id = ${userId}
      returning e.project_id, e.id, e.created_at),
    deliveries as (
      delete from webhook_deliveries d using events e
      where d.project_id = e.project_id and d.event_id = e.id and d.event_at = e.created_at
      returning d.project_id, d.id, d.event_at),
    attempts as (
      delete from webhook_attempts a using deliveries d
      where a.project_id = d.project_id and a.delivery_id = d.id and a.event_at = d.event_at)
    select count(*)::integer as events from events`.execute(trx);
  return erased.rows[0]?.events ?? 0;
}
