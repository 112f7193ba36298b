import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * The catalog of a project has a version, which comes with every look-up of a key, and its toolkits are stored read: what
 * lists need of a toolkit in one row, and each tool in a row of its own (ADR 63).
 */
export const catalogs: Migration = {
  name: "0015-catalogs",
  statements: [
    `alter table projects add column catalog_version integer not null default 0`,
    `grant update (catalog_version) on projects to app`,
    `grant select (catalog_version) on projects to app_system`,
    `grant create on schema public to app_system`,
    `drop function find_api_key`,
    ...createSystemFunction(
      "find_api_key(key_hash text)",
      "returns table (id text, organization_id text, project_id text, catalog_version integer) language sql stable",
      `select k.id, k.organization_id, k.project_id, coalesce(p.catalog_version, 0)
        from api_keys k left join projects p on p.id = k.project_id
        where k.hash = key_hash and p.deleted_at is null`,
    ),
    ...createSystemFunction(
      "catalog_version_of(wanted text)",
      "returns integer language sql stable",
      "select p.catalog_version from projects p where p.id = wanted",
    ),
    `revoke create on schema public from app_system`,

    `alter table project_toolkits add column tool_slugs text[] not null default '{}'`,
    // The compiled forms of a document, one for each version of the code: replicas of two versions can serve.
    `create table project_outlines (
      project_id text collate "C" not null,
      toolkit_id text collate "C" not null,
      format integer not null,
      outline bytea not null,
      primary key (project_id, toolkit_id, format),
      foreign key (project_id, toolkit_id) references project_toolkits (project_id, id) on delete cascade
    )`,
    `create table project_tools (
      project_id text collate "C" not null,
      toolkit_id text collate "C" not null,
      format integer not null,
      slug text collate "C" not null,
      record bytea not null,
      execution bytea not null,
      primary key (project_id, toolkit_id, format, slug),
      foreign key (project_id, toolkit_id, format)
        references project_outlines (project_id, toolkit_id, format) on delete cascade
    )`,
    ...["project_outlines", "project_tools"].flatMap((table) => [
      `alter table ${table} enable row level security, force row level security`,
      `create policy scope on ${table} to app using (project_id = current_setting('app.project', true))`,
      `grant select, insert, update, delete on ${table} to app`,
    ]),
    // They are compressed already.
    `alter table project_outlines alter column outline set storage external`,
    `alter table project_tools alter column record set storage external, alter column execution set storage external`,
  ],
};
