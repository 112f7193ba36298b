-- What a worker needs for its jobs' attempts. Only jobs that are on its lease are answered. A body comes as the
-- envelope that its project's data key opens; bodies after the first `most_bytes` are left out.
-- Rows are found one by one by their keys, whatever the statistics of a table that was empty a moment ago.
create or replace function open_deliveries(asking uuid, wanted text, job_ids text[], most_bytes bigint)
  returns table (
    job_id text, delivery_id text, event_at timestamptz, event_id text, subscription_id text, status text,
    webhook_url text, next_attempt_at timestamptz, body text, is_left_out boolean, version text, secrets text,
    secrets_version integer, signature_key text, read_at timestamptz, is_early boolean, is_rotating boolean,
    attempts integer
  )
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_mergejoin = off
  set jit = off
as $$
#variable_conflict use_column
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
end
$$;

alter function open_deliveries owner to app_system;
revoke execute on function open_deliveries from public;
grant execute on function open_deliveries to app;
