-- The receiver of an address that an application calls, by the SHA-256 of its token: an instance, or an auth
-- config.
create or replace function find_webhook_address(wanted_hash text)
  returns table (project_id text, trigger_id text, auth_config_id text, catalog_version integer)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select p.id, t.id, null, p.catalog_version from trigger_instances t join projects p on p.id = t.project_id
  where t.token_hash = wanted_hash and t.deleted_at is null and p.deleted_at is null
union all
select p.id, null, a.id, p.catalog_version from webhook_addresses a join projects p on p.id = a.project_id
  where a.token_hash = wanted_hash and p.deleted_at is null
$$;

alter function find_webhook_address owner to app_system;
revoke execute on function find_webhook_address from public;
grant execute on function find_webhook_address to app;
