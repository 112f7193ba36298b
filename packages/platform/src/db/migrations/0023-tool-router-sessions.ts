import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Sessions of the tool router. An id is a bearer's, so a row has its SHA-256. A session is found by it alone: over MCP before
 * the project is known, and over the API to distinguish a session of another project from one that never was.
 */
export const toolRouterSessions: Migration = {
  name: "0023-tool-router-sessions",
  statements: [
    ...createProjectTable(
      "tool_router_sessions",
      `user_id text collate "C" not null,
       config jsonb not null,
       created_at timestamptz(3) not null default now()`,
    ),
    `create unique index tool_router_sessions_by_id on tool_router_sessions (id)`,
    `create index tool_router_sessions_by_user on tool_router_sessions (project_id, user_id)`,
    `create policy lookup on tool_router_sessions for select to app_system using (true)`,
    `grant select (project_id, id) on tool_router_sessions to app_system`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_session(session_hash text)",
      "returns table (project_id text, catalog_version integer) language sql stable",
      `select p.id, p.catalog_version from tool_router_sessions s join projects p on p.id = s.project_id
        where s.id = session_hash and p.deleted_at is null`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
