-- Removes what is kept for a limited time: logs for 30 days (docs/decisions.md §12), stored answers for 24 hours
-- (§2).
-- It takes its locks in the order of all transactions (ADR 46): links, OAuth states, jobs, idempotency keys. A link
-- that is removed takes its states along, so a state that was removed first could wait for a link whose holder
-- waits for the state.
-- Each part is bounded, so that one call locks little.
create or replace function purge_expired(at_most integer)
  returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare total integer := 0; removed integer;
begin
  delete from link_tokens where (project_id, id) in
    (select l.project_id, l.id from link_tokens l where l.expires_at < now() - interval '1 day' limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from oauth_states where (project_id, id) in
    (select s.project_id, s.id from oauth_states s where s.expires_at < now() - interval '1 day' limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from revocations where (project_id, id) in
    (select r.project_id, r.id from revocations r where r.expires_at <= now() limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from tool_execution_logs where (project_id, id) in
    (select l.project_id, l.id from tool_execution_logs l where l.created_at < now() - interval '30 days' limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from jobs where (project_id, id) in
    (select j.project_id, j.id from jobs j where j.dead_at < now() - interval '30 days' limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from idempotency_keys where (owner_id, id) in
    (select k.owner_id, k.id from idempotency_keys k where k.expires_at <= now() limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from console_sessions where id in
    (select c.id from console_sessions c where c.expires_at <= now() limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from mcp_oauth_records where (project_id, kind, id) in
    (select r.project_id, r.kind, r.id from mcp_oauth_records r where r.expires_at <= now() limit at_most);
  get diagnostics removed = row_count; total := total + removed;
  delete from rate_windows where subject in
    (select w.subject from rate_windows w where w.began_at < now() - interval '1 hour' limit at_most);
  return total;
end
$$;

alter function purge_expired owner to app_system;
revoke execute on function purge_expired from public;
grant execute on function purge_expired to app;
