-- Executions and their counts.

-- A log has no foreign key to its project (functions/projects/delete_rows_of_project.sql). The outcome is written into the page of the
-- beginning if that has room, and then no index changes.
create table tool_execution_logs (
  project_id text collate "C" not null,
  id text collate "C" not null,
  tool_slug text collate "C" not null,
  toolkit_slug text collate "C" not null,
  version text not null,
  source text not null check (source in ('api', 'mcp', 'tool_router', 'trigger')),
  user_id text collate "C",
  connected_account_id text collate "C",
  auth_config_id text collate "C",
  successful boolean not null,
  error text,
  status_code integer,
  bodies text,
  duration_ms integer not null,
  request_id text not null,
  created_at timestamptz(3) not null default now(),
  -- Null once the outcome is noted.
  leased_until timestamptz(3),
  primary key (project_id, id)
)
with (fillfactor = 60);
create index tool_execution_logs_by_time on tool_execution_logs (project_id, created_at desc, id desc);
create index tool_execution_logs_by_age on tool_execution_logs (created_at);
create index tool_execution_logs_by_user on tool_execution_logs (project_id, user_id);

-- The order of toolkits by use would otherwise count the logs of 30 days for each request. One count is spread over several
-- rows, so that executions at the same time do not wait for one another.
create table toolkit_uses (
  project_id text collate "C" not null references projects (id) on delete cascade,
  day date not null,
  toolkit_slug text collate "C" not null,
  shard smallint not null,
  uses integer not null,
  primary key (project_id, day, toolkit_slug, shard)
);
create index toolkit_uses_by_day on toolkit_uses (day);
