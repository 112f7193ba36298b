-- Removes the counts of days that no list reads any more.
create or replace function purge_toolkit_uses(at_most integer)
  returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare removed integer;
begin
  delete from toolkit_uses where (project_id, day, toolkit_slug, shard) in
    (select u.project_id, u.day, u.toolkit_slug, u.shard from toolkit_uses u
      where u.day < (now() at time zone 'UTC')::date - 30 limit at_most);
  get diagnostics removed = row_count;
  return removed;
end
$$;

alter function purge_toolkit_uses owner to app_system;
revoke execute on function purge_toolkit_uses from public;
grant execute on function purge_toolkit_uses to app;
