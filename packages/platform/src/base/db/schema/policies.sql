-- Who may see and change which rows. Row-level security is forced on every table, so it holds for the owner of the tables too.
--
-- `app` sees the rows of its scope: `app.project` or `app.organization` is set for the transaction (domain/scope.ts). Without a
-- scope it sees nothing, because the setting is null or empty. Foreign keys between tables of projects repeat `project_id`, so a row
-- cannot refer to another project's.
do $$
declare
  name text;
begin
  foreach name in array array[
    'auth_configs', 'connected_accounts', 'link_tokens', 'oauth_states', 'revocations',
    'tool_router_sessions', 'mcp_servers', 'mcp_instances', 'mcp_oauth_records',
    'jobs', 'tool_execution_logs', 'toolkit_uses',
    'project_toolkits', 'project_outlines', 'project_tools',
    'trigger_instances', 'trigger_items', 'webhook_addresses', 'webhook_receipts',
    'webhook_subscriptions', 'webhook_events', 'webhook_deliveries', 'webhook_attempts',
    'files', 'storage_reservations', 'project_imports'
  ] loop
    execute format('alter table %I enable row level security, force row level security', name);
    -- current_setting is stable, so an index on project_id serves the policy too.
    execute format('create policy scope on %I to app using (project_id = current_setting(''app.project'', true))', name);
    execute format('grant select, insert, update, delete on %I to app', name);
  end loop;

  -- Counts of projects, which only functions of `app_system` write.
  foreach name in array array['account_counts', 'auth_config_counts', 'storage_counts'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy scope on %I for select to app using (project_id = current_setting(''app.project'', true))', name);
    execute format('grant select on %I to app', name);
    execute format('create policy system on %I to app_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to app_system', name);
  end loop;

  -- Rows of a project or of an organization.
  foreach name in array array['data_keys', 'idempotency_keys', 'idempotency_pieces'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy scope on %I to app using (
      owner_id in (current_setting(''app.project'', true), current_setting(''app.organization'', true)))', name);
    execute format('grant select, insert, update, delete on %I to app', name);
  end loop;

  -- Rows that only functions of `app_system` see.
  foreach name in array array['replicas', 'rate_windows', 'job_leases', 'console_sessions'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy system on %I to app_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to app_system', name);
  end loop;

  -- Nobody is granted a partition by itself. Its owner may move its rows (functions/events/add_event_partition.sql).
  foreach name in array array['webhook_events_other', 'webhook_deliveries_other', 'webhook_attempts_other'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy keep on %I to %I using (true)', name, current_user);
  end loop;
end $$;

alter table organizations enable row level security, force row level security;
create policy scope on organizations to app
  using (
    id = current_setting('app.organization', true)
    or id = (select p.organization_id from projects p where p.id = current_setting('app.project', true)))
  with check (id = current_setting('app.organization', true));
grant select, insert, update, delete on organizations to app;

-- A project never moves to another organization, so no query may write the column.
alter table projects enable row level security, force row level security;
create policy scope_of_select on projects for select to app
  using (id = current_setting('app.project', true) or organization_id = current_setting('app.organization', true));
create policy scope_of_update on projects for update to app
  using (id = current_setting('app.project', true) or organization_id = current_setting('app.organization', true));
create policy scope_of_delete on projects for delete to app
  using (id = current_setting('app.project', true) or organization_id = current_setting('app.organization', true));
create policy scope_of_insert on projects for insert to app
  with check (organization_id = current_setting('app.organization', true));
grant select, insert, delete, update (name, config, updated_at, deleted_at, catalog_version) on projects to app;

-- A key is made and deleted; its last use alone changes.
alter table api_keys enable row level security, force row level security;
create policy scope on api_keys to app
  using (project_id = current_setting('app.project', true) or organization_id = current_setting('app.organization', true))
  with check (organization_id = current_setting('app.organization', true));
grant select, insert, delete on api_keys to app;

-- What functions of `app_system` may see of all projects, column by column. `lookup`: they search in it; `purge`: they remove old
-- rows; `system`: they change rows.
create policy lookup on organizations for select to app_system using (true);
create policy lookup on projects for select to app_system using (true);
create policy lookup on api_keys for select to app_system using (true);
create policy system on api_keys for update to app_system using (true);
create policy lookup on data_keys for select to app_system using (true);
grant select (id) on organizations to app_system;
grant select (id, config, deleted_at, catalog_version) on projects to app_system;
grant select (id, organization_id, project_id, hash, last_used_at), update (last_used_at) on api_keys to app_system;
grant select (owner_id, version, master_version) on data_keys to app_system;

create policy lookup on auth_configs for select to app_system using (true);
create policy lookup on connected_accounts for select to app_system using (true);
create policy lookup on link_tokens for select to app_system using (true);
create policy purge on link_tokens for delete to app_system using (true);
create policy lookup on oauth_states for select to app_system using (true);
create policy purge on oauth_states for delete to app_system using (true);
create policy purge on revocations to app_system using (true);
grant select (project_id, id, is_platform_managed) on auth_configs to app_system;
grant select (project_id, id, auth_config_id, auth_scheme, deleted_at) on connected_accounts to app_system;
grant select (project_id, id, connected_account_id, session_id, expires_at), delete on link_tokens to app_system;
grant select (project_id, id, link_id, expires_at), delete on oauth_states to app_system;
grant select (project_id, id, expires_at), delete on revocations to app_system;

create policy lookup on tool_router_sessions for select to app_system using (true);
create policy purge on tool_router_sessions for delete to app_system using (true);
create policy lookup on mcp_servers for select to app_system using (true);
grant select (project_id, id, expires_at), delete on tool_router_sessions to app_system;
grant select (project_id, id) on mcp_servers to app_system;
create policy purge on mcp_oauth_records to app_system using (true);
grant select (project_id, kind, id, expires_at), delete on mcp_oauth_records to app_system;

-- Jobs are found by their ctid, which no grant of columns includes.
create policy system on jobs to app_system using (true);
grant select, update (attempt, next_at, state, dead_at, last_error), delete on jobs to app_system;

create policy purge on idempotency_keys to app_system using (true);
create policy purge on tool_execution_logs to app_system using (true);
create policy purge on toolkit_uses to app_system using (true);
grant select (owner_id, id, expires_at), delete on idempotency_keys to app_system;
grant select (project_id, id, created_at), delete on tool_execution_logs to app_system;
grant select (project_id, day, toolkit_slug, shard), delete on toolkit_uses to app_system;

create policy lookup on trigger_instances for select to app_system using (true);
create policy lookup on webhook_addresses for select to app_system using (true);
create policy purge on webhook_receipts to app_system using (true);
grant select (
  project_id, id, connected_account_id, toolkit_slug, token_hash, registration, disabled_at, deleted_at
) on trigger_instances to app_system;
grant select (project_id, id, token_hash) on webhook_addresses to app_system;
grant select (project_id, id, received_at), delete on webhook_receipts to app_system;

-- A worker reads and settles the deliveries of its jobs together. Their bodies are sealed (ADR 93).
create policy system on webhook_subscriptions to app_system using (true);
create policy purge on webhook_events to app_system using (true);
create policy purge on webhook_deliveries to app_system using (true);
create policy purge on webhook_attempts to app_system using (true);
grant select, update (failing_since) on webhook_subscriptions to app_system;
grant select, delete on webhook_events, webhook_attempts to app_system;
grant select, delete,
  update (status, next_attempt_at, status_code, latency_ms, response_body, updated_at) on webhook_deliveries to app_system;

create policy lookup on files for select to app_system using (true);
grant select (project_id, id, size, used_at, expires_at) on files to app_system;

-- `/ready` compares the schema with the one that its process knows.
grant select on platform_migrations to app;
