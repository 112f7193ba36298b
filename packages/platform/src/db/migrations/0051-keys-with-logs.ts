import type { Migration } from "../migration-types.ts";

/** As in 0045-write-executions.ts. */
const byIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off";

/**
 * `log_executions` takes the place of `write_executions`. It also claims the keys of executions that begin, and checks the
 * accounts that their process recalled. An execution whose key has a row, or whose account has changed, is neither logged nor
 * counted. Processes of the earlier version go on calling `write_executions`.
 */
export const keysWithLogs: Migration = {
  name: "0051-keys-with-logs",
  statements: [
    // The result has the ids of executions that were not begun: their keys are taken, or their accounts have changed. Both are
    // null when the project was deleted.
    `create function log_executions(project text, claims json, begun json, ended json, lease_ms integer, into_shard integer,
        out taken text[], out changed text[])
      language plpgsql set search_path = pg_catalog, public, pg_temp ${byIndex} as $$
      declare has_project boolean; is_hidden boolean; claimed integer; e record;
      begin
        select coalesce(p.config ->> 'log_visibility_setting' = 'dont_store_data', false) into is_hidden
          from projects p where p.id = project and p.deleted_at is null;
        has_project := found;
        if has_project then
          taken := '{}';
          select coalesce(array_agg(b.id), '{}') into changed
            from json_to_recordset(begun) as b (id text, connected_account_id text, account_mark text)
            where b.account_mark is not null and b.account_mark is distinct from (
              -- Deleted accounts keep a row, and every change of it has another xmin.
              select a.xmin::text || ' ' || (select c.xmin from auth_configs c
                  where c.project_id = project and c.id = a.auth_config_id)::text
                from connected_accounts a where a.project_id = project and a.id = b.connected_account_id);
        end if;
        if has_project and json_array_length(claims) > 0 then
          -- The keys are inserted in one order, so that two such calls cannot deadlock.
          insert into idempotency_keys (owner_id, id, fingerprint, state, has_outside_effect, runner, leased_until, expires_at)
            select project, c.id, c.fingerprint, 'in_flight', c.has_outside_effect, c.runner,
              now() + make_interval(secs => c.lease_ms / 1000.0), now() + make_interval(secs => c.keep_ms / 1000.0)
            from json_to_recordset(claims) as c
              (id text, fingerprint text, has_outside_effect boolean, runner uuid, lease_ms integer, keep_ms integer,
                log_id text)
            where c.log_id <> all (changed)
            order by c.id
            on conflict do nothing;
          get diagnostics claimed = row_count;
          if claimed < json_array_length(claims) then
            -- Of two executions with one key, the row has the runner of one.
            select coalesce(array_agg(c.log_id), '{}') into taken
              from json_to_recordset(claims) as c (id text, runner uuid, log_id text)
              where c.log_id <> all (changed) and not exists (select from idempotency_keys k
                where k.owner_id = project and k.id = c.id and k.runner = c.runner);
          end if;
        end if;
        if has_project and json_array_length(begun) > 0 then
          insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id,
              connected_account_id, auth_config_id, request_id, successful, duration_ms, bodies, leased_until)
            select project, b.id, b.tool_slug, b.toolkit_slug, b.version, b.source, b.user_id,
              b.connected_account_id, b.auth_config_id, b.request_id, false, 0,
              case when not is_hidden then b.bodies end, now() + make_interval(secs => lease_ms / 1000.0)
            from json_to_recordset(begun) as b
              (id text, tool_slug text, toolkit_slug text, version text, source text, user_id text,
                connected_account_id text, auth_config_id text, request_id text, bodies text)
            where b.id <> all (taken || changed);
          -- The toolkits are updated in one order, so that two such calls cannot deadlock.
          insert into toolkit_uses (project_id, toolkit_slug, day, shard, uses)
            select project, b.toolkit_slug, (now() at time zone 'UTC')::date, into_shard, count(*)
              from json_to_recordset(begun) as b (id text, toolkit_slug text collate "C")
              where b.id <> all (taken || changed)
              group by b.toolkit_slug order by b.toolkit_slug
            on conflict (project_id, day, toolkit_slug, shard) do update set uses = toolkit_uses.uses + excluded.uses;
        end if;
        -- Each is found by an order that only the primary key has: with statistics of an empty table, another index of
        -- the project seems as good, and a join would read all logs.
        for e in select * from json_to_recordset(ended) as r
          (id text, successful boolean, status_code integer, duration_ms integer, reason text, bodies text, key_id text,
            key_runner uuid, key_answer text)
        loop
          update tool_execution_logs as log set
              successful = e.successful, status_code = e.status_code, duration_ms = e.duration_ms,
              error = e.reason, leased_until = null,
              bodies = case when log.bodies is not null and is_hidden is not true then e.bodies end
            where log.id = e.id and log.ctid = (select l.ctid from tool_execution_logs l
              where l.project_id = project and l.id >= e.id order by l.id limit 1);
          if e.key_id is not null then
            update idempotency_keys k set state = 'answered', answer = e.key_answer
              where k.owner_id = project and k.id = e.key_id and k.runner = e.key_runner;
          end if;
        end loop;
      end $$`,
    `revoke execute on function log_executions(text, json, json, json, integer, integer) from public`,
    `grant execute on function log_executions(text, json, json, json, integer, integer) to app`,
    `create or replace function write_executions(project text, begun json, ended json, lease_ms integer, into_shard integer)
      returns boolean language sql set search_path = pg_catalog, public, pg_temp as $$
      select (log_executions(project, '[]', begun, ended, lease_ms, into_shard)).taken is not null $$`,
  ],
};
