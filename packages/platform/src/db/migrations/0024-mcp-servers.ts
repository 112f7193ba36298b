import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * MCP servers and the users that have an instance of one. A server is found by its id alone, because its URL does not name the
 * project. The toolkits of its auth configs are part of `toolkits`, so that lists can be filtered by it.
 */
export const mcpServers: Migration = {
  name: "0024-mcp-servers",
  statements: [
    ...createProjectTable(
      "mcp_servers",
      `name text not null,
       auth_config_ids text[] collate "C" not null,
       own_toolkits text[] collate "C" not null,
       toolkits text[] collate "C" not null,
       allowed_tools text[] collate "C" not null,
       managed_auth_via_platform boolean not null,
       signing_key text not null,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now()`,
    ),
    `create unique index mcp_servers_by_id on mcp_servers (id)`,
    `create unique index mcp_servers_by_name on mcp_servers (project_id, lower(name))`,
    `create index mcp_servers_by_creation on mcp_servers (project_id, created_at, id)`,
    ...createProjectTable(
      "mcp_instances",
      `server_id text collate "C" not null,
       user_id text collate "C" not null,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       foreign key (project_id, server_id) references mcp_servers (project_id, id) on delete cascade,
       unique (project_id, server_id, user_id)`,
    ),
    `create index mcp_instances_by_user on mcp_instances (project_id, user_id)`,
    `create policy lookup on mcp_servers for select to app_system using (true)`,
    `grant select (project_id, id) on mcp_servers to app_system`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_mcp_server(server text)",
      "returns table (project_id text, catalog_version integer) language sql stable",
      `select p.id, p.catalog_version from mcp_servers s join projects p on p.id = s.project_id
        where s.id = server and p.deleted_at is null`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
