-- Notes attempts that succeeded. A job that the worker has lost settles nothing. Rows are locked in the order of
-- every attempt: subscription, delivery, job.
create or replace function settle_delivered(done json)
  returns table (settled_id text)
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_mergejoin = off
  set jit = off
  set enable_hashjoin = off
as $$
declare changed text[]; settled text[];
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
end
$$;

alter function settle_delivered owner to app_system;
revoke execute on function settle_delivered from public;
grant execute on function settle_delivered to app;
