-- Removes sessions that have ended.
create or replace function purge_sessions(at_most integer)
  returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare removed integer;
begin
  delete from tool_router_sessions where (project_id, id) in
    (select s.project_id, s.id from tool_router_sessions s where s.expires_at <= now() limit at_most);
  get diagnostics removed = row_count;
  return removed;
end
$$;

alter function purge_sessions owner to app_system;
revoke execute on function purge_sessions from public;
grant execute on function purge_sessions to app;
