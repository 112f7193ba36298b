import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Executions are logged before their call and completed after it, and counted by day and toolkit: the order of toolkits
 * by use would otherwise count the logs of 30 days for each request.
 */
export const begunExecutions: Migration = {
  name: "0009-begun-executions",
  statements: [
    // Null once the outcome is noted, which is true of every log until now.
    `alter table tool_execution_logs add column leased_until timestamptz(3)`,

    // One count is spread over several rows, so that executions at the same time do not wait for one another.
    `create table toolkit_uses (
      project_id text collate "C" not null references projects (id) on delete cascade,
      day date not null,
      toolkit_slug text collate "C" not null,
      shard smallint not null,
      uses integer not null,
      primary key (project_id, day, toolkit_slug, shard)
    )`,
    // Row-level security holds for the owner too, who sees no row of any project.
    `alter table tool_execution_logs no force row level security`,
    `insert into toolkit_uses (project_id, day, toolkit_slug, shard, uses)
      select project_id, (created_at at time zone 'UTC')::date as day, toolkit_slug, 0, count(*) from tool_execution_logs
        where created_at > now() - interval '31 days' group by project_id, day, toolkit_slug`,
    `alter table tool_execution_logs force row level security`,
    `alter table toolkit_uses enable row level security, force row level security`,
    `create policy scope on toolkit_uses to app using (project_id = current_setting('app.project', true))`,
    `grant select, insert, update, delete on toolkit_uses to app`,

    `create index toolkit_uses_by_day on toolkit_uses (day)`,
    `grant select (project_id, day, toolkit_slug, shard), delete on toolkit_uses to app_system`,
    `create policy purge on toolkit_uses to app_system using (true)`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "purge_toolkit_uses(at_most integer)",
      "returns integer language plpgsql",
      `declare removed integer;
      begin
        delete from toolkit_uses where (project_id, day, toolkit_slug, shard) in
          (select u.project_id, u.day, u.toolkit_slug, u.shard from toolkit_uses u
            where u.day < (now() at time zone 'UTC')::date - 30 limit at_most);
        get diagnostics removed = row_count;
        return removed;
      end`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
