-- Deliveries of the deployment's own app name an account at the application, and no project (ADR 95).
create or replace function find_managed_receivers(wanted_toolkit text, wanted_scheme text, wanted_owner text)
  returns table (project_id text, auth_config_id text, catalog_version integer)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select distinct p.id, c.id, p.catalog_version
from trigger_instances t
join connected_accounts a on a.project_id = t.project_id and a.id = t.connected_account_id
join auth_configs c on c.project_id = a.project_id and c.id = a.auth_config_id
join projects p on p.id = t.project_id
where t.registration ->> 'owner' = wanted_owner and t.toolkit_slug = wanted_toolkit
  and t.deleted_at is null and t.disabled_at is null and a.deleted_at is null and p.deleted_at is null
  and a.auth_scheme = wanted_scheme and c.is_platform_managed
$$;

alter function find_managed_receivers owner to app_system;
revoke execute on function find_managed_receivers from public;
grant execute on function find_managed_receivers to app;
