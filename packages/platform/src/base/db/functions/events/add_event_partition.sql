-- Adds the week that begins on this Monday (UTC), which the name of the partition has. It is made apart and then
-- attached, so that others read and write meanwhile. Rows of the week that were written before it existed move into
-- it from the partition `_other`.
-- New deliveries fill 70 % of a page. The rest is for deliveries that end: their row then changes inside its page,
-- and none of its indexes changes.
create or replace function add_event_partition(parent text, monday date)
  returns void
  language plpgsql
  set search_path = pg_catalog, public, pg_temp
as $$
declare
  week text := parent || to_char(monday, '_YYYYMMDD');
  other text := parent || '_other';
  key text := case parent when 'webhook_events' then 'created_at' else 'event_at' end;
  since timestamptz := monday::timestamp at time zone 'UTC';
  until timestamptz := (monday + 7)::timestamp at time zone 'UTC';
begin
  if to_regclass('public.' || week) is not null then
    return;
  end if;
  execute format('create table public.%I (like %I including all)%s', week, parent,
    case parent when 'webhook_deliveries' then ' with (fillfactor = 70)' else '' end);
  execute format('lock table %I in access exclusive mode', other);
  execute format('with moved as (delete from %I where %I >= $1 and %I < $2 returning *) insert into %I select * from moved',
    other, key, key, week) using since, until;
  execute format('alter table %I enable row level security, force row level security', week);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, week, since, until);
end
$$;

revoke execute on function add_event_partition from public;
