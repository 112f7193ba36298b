-- Auth configs, connected accounts, and the tables that complete a connection. Deleted rows stay as tombstones, without
-- secrets, so that the id and the legacy UUID are known as deleted.

create table auth_configs (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  uuid uuid not null default gen_random_uuid(),
  toolkit_slug text collate "C" not null,
  name text not null,
  auth_scheme text not null,
  is_platform_managed boolean not null,
  secrets text not null,
  secrets_version integer not null,
  has_own_redirect boolean not null default false,
  restrict_to_following_tools text[] not null default '{}',
  tools_for_connected_account_creation text[] not null default '{}',
  -- No reference: the key may be replaced, and the auth config stays.
  created_by text,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id),
  unique (project_id, uuid)
);
create index auth_configs_by_time on auth_configs (project_id, created_at desc, id desc) where deleted_at is null;

create table connected_accounts (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  uuid uuid not null default gen_random_uuid(),
  auth_config_id text collate "C" not null,
  toolkit_slug text collate "C" not null,
  auth_scheme text not null,
  user_id text collate "C" not null,
  alias text,
  import_hash text collate "C",
  status text not null
    check (status in ('INITIALIZING', 'INITIATED', 'ACTIVE', 'FAILED', 'EXPIRED', 'INACTIVE')),
  remembered_status text
    check (remembered_status in ('INITIALIZING', 'INITIATED', 'ACTIVE', 'FAILED', 'EXPIRED')),
  status_reason text,
  callback_url text,
  waits_until timestamptz(3),
  secrets text,
  secrets_version integer not null,
  version integer not null default 1,
  tokens_expire_at timestamptz(3),
  refresh_owner uuid,
  refresh_until timestamptz(3),
  refresh_failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id),
  unique (project_id, uuid),
  check ((status = 'INACTIVE') = (remembered_status is not null)),
  foreign key (project_id, auth_config_id) references auth_configs (project_id, id)
);
create unique index connected_accounts_by_alias
  on connected_accounts (project_id, user_id, toolkit_slug, alias) where deleted_at is null and alias is not null;
-- Also of deleted accounts: a line that is sent again does not bring them back.
create unique index connected_accounts_by_import on connected_accounts (project_id, import_hash)
  where import_hash is not null;
create index connected_accounts_by_creation
  on connected_accounts (project_id, created_at desc, id desc) where deleted_at is null;
create index connected_accounts_by_change
  on connected_accounts (project_id, updated_at desc, id desc) where deleted_at is null;
create index connected_accounts_by_status
  on connected_accounts (project_id, status, created_at desc, id desc) where deleted_at is null;
-- Those that worked and have expired, which the console shows.
create index connected_accounts_expired on connected_accounts (project_id, updated_at desc)
  where status = 'EXPIRED' and status_reason is not null and deleted_at is null;
-- Accounts that wait for their user, and whose time is over, are EXPIRED before their row says so. These few are found here.
create index connected_accounts_that_wait on connected_accounts (project_id, waits_until)
  where deleted_at is null and status in ('INITIALIZING', 'INITIATED');
create index connected_accounts_by_user on connected_accounts (project_id, user_id, toolkit_slug);
create index connected_accounts_by_auth_config on connected_accounts (project_id, auth_config_id);

-- The id of a link and of a state is the SHA-256 of its bearer token, which is not stored in the clear.
create table link_tokens (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  connected_account_id text collate "C" not null,
  purpose text not null check (purpose in ('connect', 'refresh')),
  callback_url text,
  session_id text collate "C",
  expires_at timestamptz(3) not null,
  completed_at timestamptz(3),
  outcome text check (outcome in ('success', 'unchecked', 'failed')),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id),
  foreign key (project_id, connected_account_id) references connected_accounts (project_id, id) on delete cascade
);
create index link_tokens_by_account on link_tokens (project_id, connected_account_id);
create unique index link_tokens_by_hash on link_tokens (id);

create table oauth_states (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  link_id text collate "C" not null,
  browser_hash text collate "C" not null,
  secrets text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id),
  foreign key (project_id, link_id) references link_tokens (project_id, id) on delete cascade
);
create index oauth_states_by_link on oauth_states (project_id, link_id);
create unique index oauth_states_by_hash on oauth_states (id);

-- Tokens of deleted accounts, for their revocation at the application and nothing else, for 24 hours at most.
create table revocations (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  toolkit_slug text collate "C" not null,
  auth_scheme text not null,
  secrets text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);

-- Changes of a number, whose sum is the number (functions/accounts/count_accounts.sql).
create table account_counts (
  project_id text collate "C" not null references projects (id) on delete cascade,
  auth_config_id text collate "C" not null,
  toolkit_slug text collate "C" not null,
  status text collate "C" not null,
  accounts integer not null
);
create index account_counts_by_project on account_counts (project_id, auth_config_id);

create table auth_config_counts (
  project_id text collate "C" not null references projects (id) on delete cascade,
  toolkit_slug text collate "C" not null,
  is_platform_managed boolean not null,
  status text collate "C" not null,
  auth_configs integer not null
);
create index auth_config_counts_by_project on auth_config_counts (project_id, toolkit_slug);
