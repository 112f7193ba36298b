-- The version of a project's catalog, for callers that come without a key.
create or replace function catalog_version_of(wanted text)
  returns integer
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select p.catalog_version from projects p where p.id = wanted
$$;

alter function catalog_version_of owner to app_system;
revoke execute on function catalog_version_of from public;
grant execute on function catalog_version_of to app;
