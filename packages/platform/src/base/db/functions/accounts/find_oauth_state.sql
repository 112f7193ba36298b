-- The project of an OAuth flow, by the SHA-256 of its state. The flow of a session's link is found while that
-- session exists.
create or replace function find_oauth_state(state_hash text)
  returns table (project_id text, link_id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select s.project_id, s.link_id
from oauth_states s join link_tokens l on l.project_id = s.project_id and l.id = s.link_id
where s.id = state_hash and (l.session_id is null or exists (
  select from tool_router_sessions t where t.id = l.session_id and t.expires_at > now()))
$$;

alter function find_oauth_state owner to app_system;
revoke execute on function find_oauth_state from public;
grant execute on function find_oauth_state to app;
