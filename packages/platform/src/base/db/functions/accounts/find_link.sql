-- The project of a link, by the SHA-256 of its token. A link that a session made is found while that session
-- exists.
create or replace function find_link(token_hash text)
  returns table (project_id text, connected_account_id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select l.project_id, l.connected_account_id from link_tokens l
where l.id = token_hash and (l.session_id is null or exists (
  select from tool_router_sessions t where t.id = l.session_id and t.expires_at > now()))
$$;

alter function find_link owner to app_system;
revoke execute on function find_link from public;
grant execute on function find_link to app;
