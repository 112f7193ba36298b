-- Adds this week and four more, and drops weeks that ended 90 days ago (ADR 77). A lock that is not free soon is
-- left to the next call, because others would wait behind it. It runs as the owner of the tables.
-- No trigger counts the bytes of a dropped week, or of rows that are deleted from the partition `_other` itself, so they are
-- counted here. The week is about to go, so its owner may see its rows.
create or replace function keep_event_partitions()
  returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  set lock_timeout = '2s'
as $$
declare
  parent text; week record; gone record; dropped integer := 0;
  monday date := date_trunc('week', now() at time zone 'UTC')::date;
begin
  if not pg_try_advisory_xact_lock(7266003) then
    return 0;
  end if;
  foreach parent in array array['webhook_events', 'webhook_deliveries', 'webhook_attempts'] loop
    for n in 0..4 loop
      perform add_event_partition(parent, monday + 7 * n);
    end loop;
    for week in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ('public.' || parent)::regclass and c.relname ~ '_\d{8}$'
        and (right(c.relname, 8)::date + 7)::timestamp at time zone 'UTC' <= now() - interval '90 days'
    loop
      if parent = 'webhook_events' then
        execute format('alter table %I no force row level security', week.relname);
        execute format('select add_storage(project_id, ''logs_and_events'', -sum(octet_length(body) + 400)::bigint)
          from %I group by project_id', week.relname);
      end if;
      execute format('drop table %I', week.relname);
      dropped := dropped + 1;
    end loop;
  end loop;
  delete from webhook_attempts_other where event_at < now() - interval '90 days';
  delete from webhook_deliveries_other where event_at < now() - interval '90 days';
  for gone in with old as (
      delete from webhook_events_other where created_at < now() - interval '90 days' returning project_id, octet_length(body) + 400 as size
    ) select project_id, sum(size)::bigint as size from old group by project_id
  loop
    perform add_storage(gone.project_id, 'logs_and_events', -gone.size);
  end loop;
  return dropped;
end
$$;

revoke execute on function keep_event_partitions from public;
grant execute on function keep_event_partitions to app;
