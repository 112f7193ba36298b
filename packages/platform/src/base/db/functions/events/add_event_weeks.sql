-- Adds the weeks since a time that the database lacks, for events that come from another installation. Workers add weeks that
-- come, and drop those that ended 90 days ago. It runs as the owner of the tables, as `keep_event_partitions` does.
create or replace function add_event_weeks(since timestamptz)
  returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  set lock_timeout = '2s'
as $$
declare
  parent text; first timestamp := date_trunc('week', greatest(since, now() - interval '90 days') at time zone 'UTC');
begin
  perform pg_advisory_xact_lock(7266003);
  foreach parent in array array['webhook_events', 'webhook_deliveries', 'webhook_attempts'] loop
    perform add_event_partition(parent, monday::date)
      from generate_series(first, now() at time zone 'UTC', interval '1 week') as monday;
  end loop;
end
$$;

revoke execute on function add_event_weeks from public;
grant execute on function add_event_weeks to app;
