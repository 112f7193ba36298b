-- The keys with these SHA-256s, each with its project's catalog version; keys of deleted projects are not found.
-- In plpgsql, because each connection plans the statement of such a function once, and that of a function in SQL
-- for every call.
create or replace function find_api_keys(hashes text[])
  returns table (hash text, id text, organization_id text, project_id text, catalog_version integer)
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query select k.hash, k.id, k.organization_id, k.project_id, coalesce(p.catalog_version, 0)
    from api_keys k left join projects p on p.id = k.project_id
    where k.hash = any (hashes) and p.deleted_at is null;
end
$$;

alter function find_api_keys owner to app_system;
revoke execute on function find_api_keys from public;
grant execute on function find_api_keys to app;
