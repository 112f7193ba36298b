-- Fails deliveries whose jobs are dead, because they get no further attempt. They would otherwise stay pending
-- until their week is dropped.
-- Workers look every hour, and jobs die only while workers run. So the jobs that died in the last week are enough,
-- and those that are about to be removed, in case no worker ran for a week.
create or replace function fail_dead_deliveries(wanted text, at_most integer)
  returns integer
  language sql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
with given_up as (
  select d.project_id, d.id, d.event_at
  from (
    select project_id, payload from jobs where dead_at > now() - interval '7 days' and kind = wanted
    union all
    select project_id, payload from jobs where dead_at < now() - interval '30 days' and kind = wanted
  ) j
  join webhook_deliveries d on d.project_id = j.project_id and d.id = j.payload ->> 'id'
    and d.event_at = (j.payload ->> 'at')::timestamptz
  where d.status = 'pending'
  limit at_most
), failed as (
  update webhook_deliveries d set status = 'failed', next_attempt_at = null, updated_at = now()
  from given_up g
  where d.project_id = g.project_id and d.id = g.id and d.event_at = g.event_at and d.status = 'pending'
  returning 1
)
select count(*)::integer from failed
$$;

alter function fail_dead_deliveries owner to app_system;
revoke execute on function fail_dead_deliveries from public;
grant execute on function fail_dead_deliveries to app;
