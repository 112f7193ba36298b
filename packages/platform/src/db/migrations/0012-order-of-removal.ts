import type { Migration } from "../migration-types.ts";

/**
 * `purge_expired` takes its locks in the order of all transactions (ADR 46): links, states of OAuth, jobs, idempotency keys.
 * A link that goes takes its states along, so that a state that went first could wait for a link, whose holder waits for
 * the state.
 */
export const orderOfRemoval: Migration = {
  name: "0012-order-of-removal",
  statements: [
    // It keeps its owner and its grants.
    `create or replace function purge_expired(at_most integer) returns integer language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $$
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
        delete from rate_windows where subject in
          (select w.subject from rate_windows w where w.began_at < now() - interval '1 hour' limit at_most);
        return total;
      end $$`,
  ],
};
