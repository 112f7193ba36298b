-- Stores an event with its delivery and job. The receiver was read a moment ago, and the event was written for it:
-- if it has changed since then, the transaction runs again.
create or replace function add_event(
  project text, subscription text, event text, event_at timestamptz, event_type text, body_version text,
  sealed_body text, user_id text, trigger_id text, is_test boolean, webhook_url text, delivery text, job text, kind text,
  max_attempts integer
)
  returns void
  language plpgsql
as $$
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
  insert into webhook_events (project_id, id, subscription_id, event_type, version, body, user_id, trigger_id, is_test, created_at)
  select project, event, subscription, event_type, body_version, sealed_body, user_id, trigger_id, is_test, event_at
    from receiver;
  if not found then
    raise exception 'the receiver of the event has changed' using errcode = 'serialization_failure';
  end if;
end
$$;

revoke execute on function add_event from public;
grant execute on function add_event to app;
