import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Roles, organizations, projects, keys and data keys.
 *
 * `app` is what every query of the service runs as: it owns nothing and row-level security holds for it. `app_system`
 * owns the SECURITY DEFINER functions that have to look before a project is known; what it may see is granted column by
 * column, so that such a function cannot return more than ids even by mistake. Neither can log in.
 */
export const foundation: Migration = {
  name: "0001-foundation",
  statements: [
    // A role belongs to the whole server, so two databases of one server can meet here. Where the login role may not make
    // roles, an administrator has made and granted them before.
    `do $$ begin
      if not exists (select from pg_roles where rolname = 'app') then create role app nologin; end if;
      exception when duplicate_object or unique_violation then null;
    end $$`,
    `do $$ begin
      if not exists (select from pg_roles where rolname = 'app_system') then create role app_system nologin; end if;
      exception when duplicate_object or unique_violation then null;
    end $$`,
    `do $$ begin
      execute format('grant app, app_system to %I', current_user);
      exception when insufficient_privilege then null;
    end $$`,
    `grant usage on schema public to app, app_system`,
    // ALTER FUNCTION … OWNER TO asks the new owner to have it. A later migration takes it back.
    `grant create on schema public to app_system`,
    `create extension if not exists pg_trgm`,

    `create table organizations (
      id text collate "C" primary key,
      name text not null,
      created_at timestamptz(3) not null default now()
    )`,

    `create table projects (
      id text collate "C" primary key,
      organization_id text collate "C" not null references organizations (id),
      name text not null,
      config jsonb not null default '{}',
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3)
    )`,
    `create index projects_by_organization on projects (organization_id, created_at desc, id)`,

    `create table api_keys (
      id text collate "C" primary key,
      organization_id text collate "C" not null references organizations (id),
      project_id text collate "C" references projects (id) on delete cascade,
      name text not null,
      hash text collate "C" not null unique,
      shown text not null,
      created_at timestamptz(3) not null default now()
    )`,
    `create index api_keys_by_project on api_keys (project_id)`,

    // The owner is a project or an organization; the prefix of its id says which.
    `create table data_keys (
      owner_id text collate "C" not null,
      version integer not null,
      wrapped text not null,
      master_version integer not null,
      created_at timestamptz(3) not null default now(),
      primary key (owner_id, version)
    )`,

    `alter table organizations enable row level security, force row level security`,
    `create policy scope on organizations to app using (
      id = current_setting('app.organization', true)
      or id = (select p.organization_id from projects p where p.id = current_setting('app.project', true))
    ) with check (id = current_setting('app.organization', true))`,

    `alter table projects enable row level security, force row level security`,
    `create policy scope on projects to app using (
      id = current_setting('app.project', true) or organization_id = current_setting('app.organization', true)
    )`,

    `alter table api_keys enable row level security, force row level security`,
    `create policy scope on api_keys to app using (
      project_id = current_setting('app.project', true)
      or organization_id = current_setting('app.organization', true)
    )`,

    `alter table data_keys enable row level security, force row level security`,
    `create policy scope on data_keys to app using (
      owner_id in (current_setting('app.project', true), current_setting('app.organization', true))
    )`,

    `grant select, insert, update, delete on organizations, projects, api_keys, data_keys to app`,

    `grant select (id, organization_id, project_id, hash) on api_keys to app_system`,
    `grant select (id, deleted_at) on projects to app_system`,
    `grant select (owner_id, version, master_version) on data_keys to app_system`,
    `grant select (id) on organizations to app_system`,
    `create policy lookup on organizations for select to app_system using (true)`,
    `create policy lookup on api_keys for select to app_system using (true)`,
    `create policy lookup on projects for select to app_system using (true)`,
    `create policy lookup on data_keys for select to app_system using (true)`,

    ...createSystemFunction(
      "find_api_key(key_hash text)",
      "returns table (id text, organization_id text, project_id text) language sql stable",
      `select k.id, k.organization_id, k.project_id
        from api_keys k left join projects p on p.id = k.project_id
        where k.hash = key_hash and p.deleted_at is null`,
    ),
    ...createSystemFunction(
      "has_organizations()",
      "returns boolean language sql stable",
      "select exists (select o.id from organizations o)",
    ),
    ...createSystemFunction(
      "find_stale_data_keys(current_version integer, at_most integer)",
      "returns table (owner_id text, version integer) language sql stable",
      `select d.owner_id, d.version from data_keys d where d.master_version <> current_version limit at_most`,
    ),
    ...createSystemFunction(
      "list_master_versions()",
      "returns table (version integer) language sql stable",
      `select distinct d.master_version from data_keys d`,
    ),
  ],
};
