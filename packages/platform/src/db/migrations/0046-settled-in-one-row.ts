import type { Migration } from "../migration-types.ts";
import { replaceInFunction } from "./replace-in-function.ts";
import { createSystemFunction } from "./system-function.ts";

/** Rows are found by their keys: see 0041-deliveries-together.ts. */
const byIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off set jit = off";
const eachByIndex = `${byIndex} set enable_hashjoin = off`;

/**
 * Percent of a page that new deliveries fill. The rest is for deliveries that end: their row then changes inside its page, and
 * none of its indexes.
 */
const fillfactor = 70;

/**
 * The attempt that succeeds is stored in its delivery. No index has the status of a delivery: those that wait are found by
 * their jobs. So a delivery that ends is one change of a row, which PostgreSQL keeps out of the indexes (ADR 93).
 * Claims look at a project with one statement.
 */
export const settledInOneRow: Migration = {
  name: "0046-settled-in-one-row",
  statements: [
    `alter table webhook_deliveries
      add column status_code integer, add column latency_ms integer, add column response_body text`,
    `drop index webhook_deliveries_pending`,
    `do $migration$
      declare part regclass;
      begin
        for part in select inhrelid::regclass from pg_inherits where inhparent = 'webhook_deliveries'::regclass loop
          execute format('alter table %s set (fillfactor = ${fillfactor})', part);
        end loop;
      end $migration$`,
    // Partitions that are made later get it too.
    replaceInFunction(
      "add_event_partition",
      "(like %I including all)', week, parent)",
      `(like %I including all)%s', week, parent,
        case parent when 'webhook_deliveries' then ' with (fillfactor = ${fillfactor})' else '' end)`,
    ),

    // By its time an event is found as fast as by its id, so one index serves both.
    // Its name has a number, because the table that was not partitioned still had the name without one.
    `do $migration$
      declare key text := (select conname from pg_constraint where conrelid = 'webhook_events'::regclass and contype = 'p');
      begin
        execute format('alter table webhook_events drop constraint %I', key);
      end $migration$`,
    `drop index webhook_events_by_time`,
    `alter table webhook_events add primary key (project_id, created_at, id)`,

    `drop function add_deliveries`,
    `drop function add_delivery`,
    `drop function add_event`,
    // The receiver was read a moment ago, and the event is written for it. If it changed meanwhile, the transaction is run again.
    `create function add_event(project text, subscription text, event text, event_at timestamptz, event_type text,
        body_version text, sealed_body text, user_id text, is_test boolean, webhook_url text, delivery text, job text, kind text,
        max_attempts integer) returns void language plpgsql as $$
      begin
        with receiver as (
          select from webhook_subscriptions s where s.project_id = project and s.id = subscription and s.version = body_version
            and s.status = case when delivery is null then 'disabled' else 'enabled' end
            and (delivery is null or s.webhook_url = add_event.webhook_url)
            and (is_test or add_event.event_type = any (s.enabled_events)) for key share),
        delivered as (
          insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url)
          select project, delivery, subscription, event, event_at, event_type, webhook_url from receiver where delivery is not null),
        queued as (
          insert into jobs (project_id, id, kind, payload, max_attempts, lane, state)
          select project, job, kind, json_build_object('id', delivery, 'at', event_at), max_attempts,
            hashtextextended(subscription, 0), 'ready' from receiver where delivery is not null)
        insert into webhook_events (project_id, id, subscription_id, event_type, version, body, user_id, is_test, created_at)
        select project, event, subscription, event_type, body_version, sealed_body, user_id, is_test, event_at from receiver;
        if not found then
          raise exception 'the receiver of the event has changed' using errcode = 'serialization_failure';
        end if;
      end $$`,
    `create function add_deliveries(added json) returns void language sql as $$
        with asked as materialized (
          select * from json_to_recordset(added) as n (project_id text, subscription_id text, event_id text,
            event_at timestamptz, event_type text, webhook_url text, id text, replay_of text, job_id text, kind text,
            max_attempts integer)),
        delivered as (
          insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, replay_of)
          select project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, replay_of from asked)
        insert into jobs (project_id, id, kind, payload, max_attempts, lane, state)
        select project_id, job_id, kind, json_build_object('id', id, 'at', event_at), max_attempts,
          hashtextextended(subscription_id, 0), 'ready' from asked
      $$`,
    `revoke execute on function add_event, add_deliveries from public`,
    `grant execute on function add_event, add_deliveries to app`,

    `revoke insert on webhook_attempts from app_system`,
    `grant update (status_code, latency_ms, response_body) on webhook_deliveries to app_system`,
    `grant create on schema public to app_system`,
    `drop function open_deliveries`,
    // Only jobs that are on the lease of the worker. A body comes as the envelope that its project's data key opens. Bodies
    // after the first \`most_bytes\` are left out.
    ...createSystemFunction(
      "open_deliveries(asking uuid, wanted text, job_ids text[], most_bytes bigint)",
      `returns table (job_id text, delivery_id text, event_at timestamptz, event_id text, subscription_id text, status text,
        webhook_url text, next_attempt_at timestamptz, body text, is_left_out boolean, version text, secrets text, secrets_version integer,
        signature_key text, read_at timestamptz, is_early boolean, is_rotating boolean, attempts integer)
        language plpgsql stable ${byIndex}`,
      `#variable_conflict use_column
      begin
        return query with held as materialized (
          select h.project_id, h.id, a.place
          from job_leases l, unnest(l.project_ids, l.ids) as h (project_id, id)
            join unnest(job_ids) with ordinality as a (id, place) on a.id = h.id
          where l.worker = asking and l.kind = wanted)
        select f.id, f.delivery_id, f.event_at, f.event_id, f.subscription_id, f.status, f.webhook_url, f.next_attempt_at,
          case when coalesce(f.bytes_before, 0) < most_bytes then f.body end, coalesce(f.bytes_before >= most_bytes, false),
          f.version, f.secrets, f.secrets_version, f.signature_key, now(),
          coalesce(f.next_attempt_at > now(), false), coalesce(f.previous_until > now(), false), f.attempts
        from (
          select h.id, d.id as delivery_id, d.event_at, d.event_id, d.subscription_id, d.status, d.webhook_url, d.next_attempt_at,
            e.body, e.version, s.secrets, s.secrets_version, s.signature_key, s.previous_until, a.attempts,
            sum(octet_length(e.body)) over (order by h.place rows between unbounded preceding and 1 preceding) as bytes_before
          from held h
            cross join lateral (select j.payload ->> 'id' as id, (j.payload ->> 'at')::timestamptz as at from jobs j
              where j.project_id = h.project_id and j.id = h.id and j.kind = wanted limit 1) as j
            left join lateral (select * from webhook_deliveries d
              where d.project_id = h.project_id and d.id = j.id and d.event_at = j.at limit 1) as d on true
            left join lateral (select * from webhook_events e
              where e.project_id = h.project_id and e.id = d.event_id and e.created_at = d.event_at limit 1) as e on true
            left join lateral (select * from webhook_subscriptions s
              where s.project_id = h.project_id and s.id = d.subscription_id limit 1) as s on true
            left join lateral (select count(*)::integer as attempts from webhook_attempts a
              where a.project_id = h.project_id and a.delivery_id = d.id and a.event_at = d.event_at) as a on true) as f;
      end`,
    ),
    `drop function settle_delivered`,
    // Attempts that succeeded. A job that this worker has lost settles nothing. Rows are locked in the order of every attempt:
    // subscription, delivery, job.
    ...createSystemFunction(
      "settle_delivered(done json)",
      `returns table (settled_id text) language plpgsql ${eachByIndex}`,
      `declare changed text[]; settled text[];
      begin
        update webhook_subscriptions s set failing_since = null where s.ctid = any (array(
          select failing.place from (select distinct n.project_id, n.subscription_id from json_to_recordset(done) as n
              (project_id text, subscription_id text) order by 1) as asked,
            lateral (select f.ctid as place from webhook_subscriptions f where f.project_id = asked.project_id
              and f.id = asked.subscription_id and f.failing_since is not null limit 1) as failing));
        with changing as (
          update webhook_deliveries d set status = 'delivered', next_attempt_at = null, updated_at = now(),
            status_code = held.status_code, latency_ms = held.latency_ms, response_body = held.response_body
          from (select n.* from json_to_recordset(done) as n (project_id text, delivery_id text, event_at timestamptz,
                job_id text, job_attempt integer, status_code integer, latency_ms integer, response_body text),
              lateral (select from jobs j where j.project_id = n.project_id and j.id = n.job_id
                and j.attempt = n.job_attempt - 1 limit 1) as job
            order by n.project_id, n.delivery_id) as held
          where d.project_id = held.project_id and d.id = held.delivery_id and d.event_at = held.event_at
          returning held.job_id)
        select array_agg(c.job_id) into changed from changing c;
        with removed as (
          delete from jobs j where j.ctid = any (array(
            select found.place from json_to_recordset(done) as n (project_id text, job_id text, job_attempt integer),
              lateral (select f.ctid as place from jobs f where f.project_id = n.project_id and f.id = n.job_id
                and f.attempt = n.job_attempt - 1 limit 1) as found))
          returning j.id)
        select coalesce(array_agg(r.id), '{}') into settled from removed r;
        if exists (select unnest(changed) except select unnest(settled)) then
          raise exception 'a job was lost while its delivery was settled' using errcode = 'serialization_failure';
        end if;
        return query select unnest(settled);
      end`,
    ),
    `revoke create on schema public from app_system`,

    // A claim looks at each project with one statement in place of three, where its jobs are of one lane, which is the usual case.
    replaceInFunction(
      "claim_jobs",
      "at_lane bigint; lowest_lane",
      "at_lane bigint; first_taken tid[]; lowest_lane",
    ),
    replaceInFunction(
      "claim_jobs",
      `select j.project_id, j.lane into project, lowest_lane from jobs j
              where j.state = 'ready' and j.kind = wanted and j.project_id > project
              order by j.project_id, j.lane limit 1;`,
      `select f.project_id, f.lane, not exists (select from jobs j where j.state = 'ready' and j.kind = wanted
                and j.project_id = f.project_id and j.lane > f.lane),
              array(select j.ctid from jobs j where j.state = 'ready' and j.kind = wanted
                and j.project_id = f.project_id and j.lane = f.lane and not held ? j.id
                order by j.next_at limit greatest(0, least(unused, share,
                  per_project - coalesce((counts ->> f.project_id)::integer, 0),
                  case when f.lane <> 0 then per_lane - coalesce((counts ->> (f.project_id || '/' || f.lane))::integer, 0) end)))
              into project, lowest_lane, has_one_lane, first_taken
              from (select j.project_id, j.lane from jobs j
                where j.state = 'ready' and j.kind = wanted and j.project_id > project
                order by j.project_id, j.lane limit 1) as f;`,
    ),
    replaceInFunction(
      "claim_jobs",
      `has_one_lane := is_only or project_room <= 0 or not exists (select from jobs j
            where j.state = 'ready' and j.kind = wanted and j.project_id = project and j.lane > lowest_lane);`,
      "has_one_lane := is_only or has_one_lane;",
    ),
    replaceInFunction(
      "claim_jobs",
      `taken := array(select j.ctid from jobs j where j.state = 'ready' and j.kind = wanted
                and j.project_id = project and j.lane = at_lane and not held ? j.id
                order by j.next_at limit least(room, share));`,
      `if has_one_lane and not is_only then
                taken := first_taken;
              else
                taken := array(select j.ctid from jobs j where j.state = 'ready' and j.kind = wanted
                  and j.project_id = project and j.lane = at_lane and not held ? j.id
                  order by j.next_at limit least(room, share));
              end if;`,
    ),
  ],
};
