import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/** Rows are found by their keys: see 0041-deliveries-together.ts. */
const eachByIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off";

/** An attempt keeps the beginning of the receiver's answer, as an envelope (ADR 66). */
export const answersOfReceivers: Migration = {
  name: "0044-answers-of-receivers",
  statements: [
    `alter table webhook_attempts add column response_body text`,
    `grant create on schema public to app_system`,
    `drop function settle_delivered`,
    // Attempts that succeeded. A job that is not held any more settles nothing. Rows are locked in the order of every attempt:
    // subscription, delivery, job.
    ...createSystemFunction(
      "settle_delivered(done json)",
      `returns table (settled_id text) language plpgsql ${eachByIndex}`,
      `declare held text[];
      begin
        update webhook_subscriptions s set failing_since = null where s.ctid = any (array(
          select failing.place from (select distinct n.project_id, n.subscription_id from json_to_recordset(done) as n
              (project_id text, subscription_id text) order by 1) as asked,
            lateral (select f.ctid as place from webhook_subscriptions f where f.project_id = asked.project_id
              and f.id = asked.subscription_id and f.failing_since is not null limit 1) as failing));
        perform from json_to_recordset(done) as n (project_id text, delivery_id text, event_at timestamptz)
          join webhook_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id and d.event_at = n.event_at
          order by d.project_id, d.id for no key update of d;
        with removed as (
          delete from jobs j where j.ctid = any (array(
            select found.place from json_to_recordset(done) as n (project_id text, job_id text, job_attempt integer),
              lateral (select f.ctid as place from jobs f where f.project_id = n.project_id and f.id = n.job_id
                and f.attempt = n.job_attempt - 1 limit 1) as found))
          returning j.id)
        select coalesce(array_agg(r.id), '{}') into held from removed r;
        insert into webhook_attempts (project_id, delivery_id, event_at, attempt, status_code, latency_ms, response_body)
        select d.project_id, d.id, d.event_at, n.attempt, n.status_code, n.latency_ms, n.response_body
        from json_to_recordset(done) as n (project_id text, delivery_id text, event_at timestamptz, job_id text,
            attempt integer, status_code integer, latency_ms integer, response_body text)
          join webhook_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id and d.event_at = n.event_at
        where n.job_id = any (held);
        update webhook_deliveries d set status = 'delivered', next_attempt_at = null, updated_at = now()
        from json_to_recordset(done) as n (project_id text, delivery_id text, event_at timestamptz, job_id text)
        where d.project_id = n.project_id and d.id = n.delivery_id and d.event_at = n.event_at and n.job_id = any (held);
        return query select unnest(held);
      end`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
