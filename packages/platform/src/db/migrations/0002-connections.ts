import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Auth configs, connected accounts, and the tables that complete a connection. Deleted rows stay as tombstones, without secrets,
 * so that the id and the legacy UUID are known as deleted.
 */
export const connections: Migration = {
  name: "0002-connections",
  statements: [
    ...createProjectTable(
      "auth_configs",
      `uuid uuid not null default gen_random_uuid(),
      toolkit_slug text collate "C" not null,
      name text not null,
      auth_scheme text not null,
      is_platform_managed boolean not null,
      secrets text not null,
      restrict_to_following_tools text[] not null default '{}',
      status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      unique (project_id, uuid)`,
    ),
    `create index auth_configs_by_time on auth_configs (project_id, created_at desc, id desc) where deleted_at is null`,

    ...createProjectTable(
      "connected_accounts",
      `uuid uuid not null default gen_random_uuid(),
      auth_config_id text collate "C" not null,
      toolkit_slug text collate "C" not null,
      auth_scheme text not null,
      user_id text collate "C" not null,
      status text not null
        check (status in ('INITIALIZING', 'INITIATED', 'ACTIVE', 'FAILED', 'EXPIRED', 'INACTIVE')),
      remembered_status text
        check (remembered_status in ('INITIALIZING', 'INITIATED', 'ACTIVE', 'FAILED', 'EXPIRED')),
      status_reason text,
      callback_url text,
      waits_until timestamptz(3),
      secrets text,
      version integer not null default 1,
      tokens_expire_at timestamptz(3),
      refresh_owner uuid,
      refresh_until timestamptz(3),
      refresh_failures integer not null default 0,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      unique (project_id, uuid),
      check ((status = 'INACTIVE') = (remembered_status is not null)),
      foreign key (project_id, auth_config_id) references auth_configs (project_id, id)`,
    ),
    `create index connected_accounts_by_creation
      on connected_accounts (project_id, created_at desc, id desc) where deleted_at is null`,
    `create index connected_accounts_by_user on connected_accounts (project_id, user_id, toolkit_slug)`,
    `create index connected_accounts_by_auth_config on connected_accounts (project_id, auth_config_id)`,

    // The id of a link and of a state is the SHA-256 of its bearer token, which is not stored in the clear.
    ...createProjectTable(
      "link_tokens",
      `connected_account_id text collate "C" not null,
      purpose text not null check (purpose in ('connect', 'refresh')),
      callback_url text,
      expires_at timestamptz(3) not null,
      completed_at timestamptz(3),
      outcome text check (outcome in ('success', 'failed')),
      created_at timestamptz(3) not null default now(),
      foreign key (project_id, connected_account_id) references connected_accounts (project_id, id) on delete cascade`,
    ),
    `create index link_tokens_by_account on link_tokens (project_id, connected_account_id)`,
    `create unique index link_tokens_by_hash on link_tokens (id)`,

    ...createProjectTable(
      "oauth_states",
      `link_id text collate "C" not null,
      browser_hash text collate "C" not null,
      issuer text,
      redirect_uri text not null,
      secrets text not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      foreign key (project_id, link_id) references link_tokens (project_id, id) on delete cascade`,
    ),
    `create index oauth_states_by_link on oauth_states (project_id, link_id)`,
    `create unique index oauth_states_by_hash on oauth_states (id)`,

    // Tokens of deleted accounts, for their revocation at the application and nothing else, for 24 hours at most.
    ...createProjectTable(
      "revocations",
      `toolkit_slug text collate "C" not null,
      auth_scheme text not null,
      secrets text not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now()`,
    ),

    `grant select (project_id, id, connected_account_id) on link_tokens to app_system`,
    `grant select (project_id, id, link_id) on oauth_states to app_system`,
    `create policy lookup on link_tokens for select to app_system using (true)`,
    `create policy lookup on oauth_states for select to app_system using (true)`,
    ...createSystemFunction(
      "find_link(token_hash text)",
      "returns table (project_id text, connected_account_id text) language sql stable",
      `select l.project_id, l.connected_account_id from link_tokens l where l.id = token_hash`,
    ),
    ...createSystemFunction(
      "find_oauth_state(state_hash text)",
      "returns table (project_id text, link_id text) language sql stable",
      `select s.project_id, s.link_id from oauth_states s where s.id = state_hash`,
    ),
  ],
};
