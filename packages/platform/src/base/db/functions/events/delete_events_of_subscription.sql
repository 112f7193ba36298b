-- A project has one subscription, and takes it along when it is deleted. The partitioned tables have no foreign
-- keys: PostgreSQL would check one row by row when a week is dropped.
create or replace function delete_events_of_subscription()
  returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from webhook_attempts a where a.project_id = old.project_id;
  delete from webhook_deliveries d where d.project_id = old.project_id;
  delete from webhook_events e where e.project_id = old.project_id;
  return null;
end
$$;

alter function delete_events_of_subscription owner to app_system;
revoke execute on function delete_events_of_subscription from public;

create or replace trigger delete_events after delete on webhook_subscriptions
  for each row execute function delete_events_of_subscription();
