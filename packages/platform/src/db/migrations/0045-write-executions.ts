import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * PostgreSQL plans a statement of a function once for a connection. With the statistics of a new table, a log was found by
 * reading all logs of the project, until the table was analysed.
 */
const byIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off";

/**
 * Logs executions that begin, counts them, and notes the outcomes of those that ended. The role of the caller and its
 * row-level security hold. One call replaces a statement with all parts, whose executor took longer to start than to run.
 */
export const writeExecutions: Migration = {
  name: "0045-write-executions",
  statements: [
    // The outcome is written into the page of its beginning if that has room. Then no index changes.
    `alter table tool_execution_logs set (fillfactor = 60)`,
    // A foreign key would look the project up for each log, and lock its row. A deleted project gets no logs, so the
    // trigger has them all when its row is deleted 30 days later.
    `alter table tool_execution_logs drop constraint tool_execution_logs_project_id_fkey`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "delete_logs_of_project()",
      "returns trigger language plpgsql",
      `begin delete from tool_execution_logs l where l.project_id = old.id; return null; end`,
    ),
    `revoke execute on function delete_logs_of_project from app`,
    `revoke create on schema public from app_system`,
    `create trigger delete_logs after delete on projects for each row execute function delete_logs_of_project()`,
    `create function write_executions(project text, begun json, ended json, lease_ms integer, into_shard integer)
      returns boolean language plpgsql set search_path = pg_catalog, public, pg_temp ${byIndex} as $$
      declare has_project boolean; is_hidden boolean; e record;
      begin
        select coalesce(p.config ->> 'log_visibility_setting' = 'dont_store_data', false) into is_hidden
          from projects p where p.id = project and p.deleted_at is null;
        has_project := found;
        if has_project and json_array_length(begun) > 0 then
          insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id,
              connected_account_id, auth_config_id, request_id, successful, duration_ms, bodies, leased_until)
            select project, b.id, b.tool_slug, b.toolkit_slug, b.version, b.source, b.user_id,
              b.connected_account_id, b.auth_config_id, b.request_id, false, 0,
              case when not is_hidden then b.bodies end, now() + make_interval(secs => lease_ms / 1000.0)
            from json_to_recordset(begun) as b
              (id text, tool_slug text, toolkit_slug text, version text, source text, user_id text,
                connected_account_id text, auth_config_id text, request_id text, bodies text);
          -- The toolkits are updated in one order, so that two such calls cannot deadlock.
          insert into toolkit_uses (project_id, toolkit_slug, day, shard, uses)
            select project, b.toolkit_slug, (now() at time zone 'UTC')::date, into_shard, count(*)
              from json_to_recordset(begun) as b (toolkit_slug text collate "C")
              group by b.toolkit_slug order by b.toolkit_slug
            on conflict (project_id, day, toolkit_slug, shard) do update set uses = toolkit_uses.uses + excluded.uses;
        end if;
        -- Each is found by an order that only the primary key has: with statistics of an empty table, another index of
        -- the project seems as good, and a join would read all logs.
        for e in select * from json_to_recordset(ended) as r
          (id text, successful boolean, status_code integer, duration_ms integer, reason text, bodies text)
        loop
          update tool_execution_logs as log set
              successful = e.successful, status_code = e.status_code, duration_ms = e.duration_ms,
              error = e.reason, leased_until = null,
              bodies = case when log.bodies is not null and is_hidden is not true then e.bodies end
            where log.id = e.id and log.ctid = (select l.ctid from tool_execution_logs l
              where l.project_id = project and l.id >= e.id order by l.id limit 1);
        end loop;
        return has_project;
      end $$`,
    `revoke execute on function write_executions(text, json, json, integer, integer) from public`,
    `grant execute on function write_executions(text, json, json, integer, integer) to app`,
  ],
};
