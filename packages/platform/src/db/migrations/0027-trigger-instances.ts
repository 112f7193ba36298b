import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Trigger instances, and the items that polls have seen. One row listens for one configuration of a type on an account,
 * however often and from how many places it is asked for. A deleted instance stays as a tombstone without its
 * configuration, so that its legacy UUID is still known.
 *
 * `disabled_reason` is set if the service disabled the instance, and null if its owner did. The secret address of a
 * webhook is found by the hash of its token, before the project is known.
 */
export const triggerInstances: Migration = {
  name: "0027-trigger-instances",
  statements: [
    ...createProjectTable(
      "trigger_instances",
      `uuid uuid not null default gen_random_uuid(),
       connected_account_id text collate "C" not null,
       toolkit_slug text collate "C" not null,
       trigger_slug text collate "C" not null,
       toolkit_version text collate "C",
       kind text not null check (kind in ('webhook', 'poll')),
       config jsonb not null,
       config_hash text collate "C" not null,
       disabled_at timestamptz(3),
       disabled_reason text,
       token_hash text collate "C",
       secrets text,
       registration jsonb,
       registration_expires_at timestamptz(3),
       watermark timestamptz(3),
       oldest_item timestamptz(3),
       last_polled_at timestamptz(3),
       next_poll_at timestamptz(3),
       poll_failures integer not null default 0,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       deleted_at timestamptz(3),
       check (disabled_reason is null or disabled_at is not null),
       foreign key (project_id, connected_account_id) references connected_accounts (project_id, id) on delete cascade,
       unique (project_id, uuid)`,
    ),
    `create unique index trigger_instances_by_config
       on trigger_instances (project_id, connected_account_id, trigger_slug, config_hash) where deleted_at is null`,
    `create index trigger_instances_by_account on trigger_instances (project_id, connected_account_id)`,
    `create index trigger_instances_by_creation on trigger_instances (project_id, created_at, id)
       include (disabled_at) where deleted_at is null`,
    `create unique index trigger_instances_by_token on trigger_instances (token_hash) where token_hash is not null`,
    // The id is a hash of the instance and the item's identity.
    ...createProjectTable(
      "trigger_items",
      `trigger_id text collate "C" not null,
       marked_at timestamptz(3) not null,
       foreign key (project_id, trigger_id) references trigger_instances (project_id, id) on delete cascade`,
    ),
    `create index trigger_items_by_time on trigger_items (project_id, trigger_id, marked_at)`,
    // Polls are logged like other calls. Rows from before need no look: the sources that they have stay.
    `alter table tool_execution_logs drop constraint tool_execution_logs_source_check,
       add constraint tool_execution_logs_source_check
         check (source in ('api', 'mcp', 'tool_router', 'trigger')) not valid`,
    `create policy lookup on trigger_instances for select to app_system using (true)`,
    `grant select (project_id, id, token_hash, deleted_at) on trigger_instances to app_system`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_trigger_by_token(wanted_hash text)",
      "returns table (project_id text, trigger_id text, catalog_version integer) language sql stable",
      `select p.id, t.id, p.catalog_version from trigger_instances t join projects p on p.id = t.project_id
        where t.token_hash = wanted_hash and t.deleted_at is null and p.deleted_at is null`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
