import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Files that tools take and return; the bytes are in the file store. Of the uploaded files of a project no two have the same
 * hash and type. A file that a tool returned is a row of its own, because it belongs to the user of that call.
 */
export const files: Migration = {
  name: "0026-files",
  statements: [
    ...createProjectTable(
      "files",
      `filename text not null,
       mimetype text collate "C" not null,
       md5 text collate "C" not null,
       size integer check (size >= 0),
       toolkit_slug text collate "C" not null,
       tool_slug text collate "C" not null,
       is_result boolean not null,
       user_ids text[] collate "C" not null default '{}',
       signing_key text not null,
       created_at timestamptz(3) not null default now(),
       used_at timestamptz(3) not null default now()`,
    ),
    `create unique index files_by_content on files (project_id, md5, mimetype) where not is_result`,
    `create index files_by_creation on files (project_id, created_at, id)`,
    `create index files_by_use on files (used_at)`,
    `create policy lookup on files for select to app_system using (true)`,
    `grant select (project_id, id, size, used_at) on files to app_system`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_old_files(unused_days double precision, missing_days double precision, at_most integer)",
      "returns table (project_id text, id text) language sql stable",
      `select f.project_id, f.id from files f
        where f.used_at < now() - make_interval(secs => 86400 * unused_days)
           or (f.size is null and f.used_at < now() - make_interval(secs => 86400 * missing_days))
        order by f.used_at limit at_most`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
