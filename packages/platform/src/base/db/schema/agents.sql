-- Sessions of the tool router, and MCP servers.

-- The id of a session is a bearer's, so a row has its SHA-256. A session is found by it alone: over MCP before the project is
-- known, and over the API to distinguish a session of another project from one that never was.
create table tool_router_sessions (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  user_id text collate "C" not null,
  config jsonb not null,
  expires_at timestamptz(3) not null default now() + interval '30 days',
  is_sliding boolean not null default true,
  -- Written once an hour at most, so that calls do not all write.
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create unique index tool_router_sessions_by_id on tool_router_sessions (id);
create index tool_router_sessions_by_user on tool_router_sessions (project_id, user_id, created_at, id);
create index tool_router_sessions_by_creation on tool_router_sessions (project_id, created_at, id);
create index tool_router_sessions_by_end on tool_router_sessions (expires_at);

-- A server is found by its id alone, because its URL does not name the project. The toolkits of its auth configs are part of
-- `toolkits`, so that lists can be filtered by it.
create table mcp_servers (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  name text not null,
  auth_config_ids text[] collate "C" not null,
  own_toolkits text[] collate "C" not null,
  toolkits text[] collate "C" not null,
  allowed_tools text[] collate "C" not null,
  managed_auth_via_platform boolean not null,
  signing_key text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create unique index mcp_servers_by_id on mcp_servers (id);
create unique index mcp_servers_by_name on mcp_servers (project_id, lower(name));
create index mcp_servers_by_creation on mcp_servers (project_id, created_at, id);

create table mcp_instances (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  server_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, id),
  foreign key (project_id, server_id) references mcp_servers (project_id, id) on delete cascade,
  unique (project_id, server_id, user_id)
);
create index mcp_instances_by_user on mcp_instances (project_id, user_id);

-- What the authorization server of MCP clients keeps (ADR 147): clients, interactions of browsers, grants, codes and tokens. An id is
-- a bearer's, so a row has its SHA-256. The columns beside the payload are those by which rows are found and removed.
create table mcp_oauth_records (
  project_id text collate "C" not null references projects (id) on delete cascade,
  kind text collate "C" not null,
  id text collate "C" not null,
  uid text collate "C",
  -- The id of the row of the grant.
  grant_id text collate "C",
  client_id text collate "C",
  user_id text collate "C",
  resource text collate "C",
  payload text not null,
  consumed_at timestamptz(3),
  -- Null for the keys of the server.
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, kind, id)
);
create index mcp_oauth_records_by_uid on mcp_oauth_records (project_id, uid) where uid is not null;
create index mcp_oauth_records_by_grant on mcp_oauth_records (project_id, grant_id) where grant_id is not null;
create index mcp_oauth_records_by_user on mcp_oauth_records (project_id, user_id) where user_id is not null;
create index mcp_oauth_records_by_expiry on mcp_oauth_records (expires_at);
create index mcp_oauth_records_of_clients on mcp_oauth_records (project_id, created_at) where kind = 'Client';
