-- Stores further deliveries of events, with their jobs: replays.
create or replace function add_deliveries(added json)
  returns void
  language sql
as $$
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
$$;

revoke execute on function add_deliveries from public;
grant execute on function add_deliveries to app;
