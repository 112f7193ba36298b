-- The project of a session, by the SHA-256 of its id. The database decides with each request whether it has ended,
-- so all replicas agree. `needs_token` is null where nobody of the project can sign in.
create or replace function find_session(session_hash text)
  returns table (project_id text, catalog_version integer, needs_token boolean)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select p.id, p.catalog_version,
  case when p.config ? 'mcp_sign_in' then coalesce((p.config #>> '{mcp_sign_in,covers_sessions}')::boolean, false) end
from tool_router_sessions s join projects p on p.id = s.project_id
where s.id = session_hash and s.expires_at > now() and p.deleted_at is null
$$;

alter function find_session owner to app_system;
revoke execute on function find_session from public;
grant execute on function find_session to app;
