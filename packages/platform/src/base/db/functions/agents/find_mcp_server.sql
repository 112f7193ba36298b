-- The project of an MCP server: its URL does not name it.
create or replace function find_mcp_server(server text)
  returns table (project_id text, catalog_version integer)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select p.id, p.catalog_version from mcp_servers s join projects p on p.id = s.project_id
where s.id = server and p.deleted_at is null
$$;

alter function find_mcp_server owner to app_system;
revoke execute on function find_mcp_server from public;
grant execute on function find_mcp_server to app;
