-- Data keys that a former master key wraps, for their rotation.
create or replace function find_stale_data_keys(current_version integer, at_most integer)
  returns table (owner_id text, version integer)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select d.owner_id, d.version from data_keys d where d.master_version <> current_version limit at_most
$$;

alter function find_stale_data_keys owner to app_system;
revoke execute on function find_stale_data_keys from public;
grant execute on function find_stale_data_keys to app;
