-- The deliveries of the last hours by status: of those that were delivered how long the receivers took, and of those that are
-- pending for how long the oldest waits.
create or replace function count_deliveries(hours double precision, wanted_project text)
  returns table (
    status text, deliveries double precision, p50_ms double precision, p95_ms double precision,
    oldest_seconds double precision
  )
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select d.status, count(*)::double precision,
  percentile_cont(0.5) within group (order by d.latency_ms), percentile_cont(0.95) within group (order by d.latency_ms),
  extract(epoch from now() - min(d.created_at))::double precision
from webhook_deliveries d
where d.event_at >= now() - make_interval(secs => hours * 3600) and (wanted_project is null or d.project_id = wanted_project)
group by d.status
$$;

alter function count_deliveries owner to app_system;
revoke execute on function count_deliveries from public;
grant execute on function count_deliveries to app;
