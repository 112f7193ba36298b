-- The master keys that the stored data keys need.
create or replace function list_master_versions()
  returns table (version integer)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select distinct d.master_version from data_keys d
$$;

alter function list_master_versions owner to app_system;
revoke execute on function list_master_versions from public;
grant execute on function list_master_versions to app;
