import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * For statements that find the rows of a list by their keys, whatever the statistics of a table that was empty a moment ago.
 * The lists are short, so they are sorted.
 */
const eachByIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off";

/** An event is stored with one statement, and the deliveries of a worker are read and settled many at a time (ADR 93). */
export const deliveriesTogether: Migration = {
  name: "0041-deliveries-together",
  statements: [
    // Functions of plpgsql are planned once for each connection; row-level security holds for their caller.
    `create function add_delivery(project text, subscription text, event text, event_at timestamptz, event_type text,
        webhook_url text, delivery text, replay_of text, job text, kind text, max_attempts integer) returns void
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
      begin
        insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, replay_of)
        values (project, delivery, subscription, event, event_at, event_type, webhook_url, replay_of);
        insert into jobs (project_id, id, kind, payload, max_attempts, unique_key, lane, state)
        values (project, job, kind, json_build_object('id', delivery, 'at', event_at), max_attempts, delivery,
          hashtextextended(subscription, 0), 'ready');
      end $$`,
    // The receiver was read a moment ago, and the event is written for it. If it changed meanwhile, the transaction is run again.
    `create function add_event(project text, subscription text, event text, event_at timestamptz, event_type text,
        body_version text, sealed_body text, user_id text, is_test boolean, webhook_url text, delivery text, job text, kind text,
        max_attempts integer) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
      begin
        perform from webhook_subscriptions s where s.project_id = project and s.id = subscription and s.version = body_version
          and s.status = case when delivery is null then 'disabled' else 'enabled' end
          and (delivery is null or s.webhook_url = add_event.webhook_url)
          and (is_test or add_event.event_type = any (s.enabled_events)) for key share;
        if not found then
          raise exception 'the receiver of the event has changed' using errcode = 'serialization_failure';
        end if;
        insert into webhook_events (project_id, id, subscription_id, event_type, version, body, user_id, is_test, created_at)
        values (project, event, subscription, event_type, body_version, sealed_body, user_id, is_test, event_at);
        if delivery is not null then
          perform add_delivery(project, subscription, event, event_at, event_type, webhook_url, delivery, null, job, kind,
            max_attempts);
        end if;
      end $$`,
    `create function add_deliveries(added json) returns void language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      begin
        perform add_delivery(n.project_id, n.subscription_id, n.event_id, n.event_at, n.event_type, n.webhook_url, n.id,
            n.replay_of, n.job_id, n.kind, n.max_attempts)
        from json_to_recordset(added) as n (project_id text, subscription_id text, event_id text, event_at timestamptz,
          event_type text, webhook_url text, id text, replay_of text, job_id text, kind text, max_attempts integer);
      end $$`,
    `revoke execute on function add_delivery, add_event, add_deliveries from public`,
    `grant execute on function add_delivery, add_event, add_deliveries to app`,

    `grant select on webhook_events, webhook_deliveries, webhook_attempts, webhook_subscriptions to app_system`,
    `grant update (failing_since) on webhook_subscriptions to app_system`,
    `grant update (status, next_attempt_at, updated_at) on webhook_deliveries to app_system`,
    `grant insert on webhook_attempts to app_system`,
    `create policy system on webhook_subscriptions to app_system using (true)`,

    `grant create on schema public to app_system`,
    // Only jobs that are on the lease of the worker. A body comes as the envelope that its project's data key opens. Bodies
    // after the first \`most_bytes\` are left out.
    ...createSystemFunction(
      "open_deliveries(asking uuid, wanted text, job_ids text[], most_bytes bigint)",
      `returns table (job_id text, delivery_id text, event_at timestamptz, event_id text, subscription_id text, status text,
        webhook_url text, next_attempt_at timestamptz, body text, is_left_out boolean, version text, secrets text, secrets_version integer,
        signature_key text, read_at timestamptz, is_early boolean, is_rotating boolean, attempts integer)
        language plpgsql stable ${eachByIndex}`,
      `#variable_conflict use_column
      begin
        return query with held as materialized (
          select j.project_id, j.id, j.unique_key, (j.payload ->> 'at')::timestamptz as at,
            array_position(job_ids, j.id) as place
          from job_leases l, unnest(l.project_ids, l.ids) as h (project_id, id)
            join jobs j on j.project_id = h.project_id and j.id = h.id
          where l.worker = asking and l.kind = wanted and h.id = any (job_ids) and j.kind = wanted),
        found as materialized (
          select h.id as job_id, h.place, d.*, e.body, e.version,
            sum(octet_length(e.body)) over (order by h.place rows between unbounded preceding and 1 preceding) as bytes_before
          from held h
            left join webhook_deliveries d on d.project_id = h.project_id and d.id = h.unique_key and d.event_at = h.at
            left join webhook_events e on e.project_id = d.project_id and e.id = d.event_id and e.created_at = d.event_at)
        select f.job_id, f.id, f.event_at, f.event_id, f.subscription_id, f.status, f.webhook_url, f.next_attempt_at,
          case when coalesce(f.bytes_before, 0) < most_bytes then f.body end, coalesce(f.bytes_before >= most_bytes, false),
          f.version, s.secrets, s.secrets_version, s.signature_key, now(),
          coalesce(f.next_attempt_at > now(), false), coalesce(s.previous_until > now(), false),
          (select count(*)::integer from webhook_attempts a
            where a.project_id = f.project_id and a.delivery_id = f.id and a.event_at = f.event_at)
        from found f
          left join webhook_subscriptions s on s.project_id = f.project_id and s.id = f.subscription_id;
      end`,
    ),
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
        insert into webhook_attempts (project_id, delivery_id, event_at, attempt, status_code, latency_ms)
        select d.project_id, d.id, d.event_at, n.attempt, n.status_code, n.latency_ms
        from json_to_recordset(done) as n (project_id text, delivery_id text, event_at timestamptz, job_id text,
            attempt integer, status_code integer, latency_ms integer)
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
