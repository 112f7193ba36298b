import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Deliveries of the deployment's own app name an account at the application, and no project. The index begins with the account, so
 * that it is found in all projects; within one project, it serves the look-up that the index before it was for.
 */
export const managedWebhooks: Migration = {
  name: "0039-managed-webhooks",
  statements: [
    `drop index trigger_instances_by_owner`,
    `create index trigger_instances_by_owner on trigger_instances ((registration ->> 'owner'), project_id)
       where deleted_at is null and registration ->> 'owner' is not null`,
    `grant select (toolkit_slug, connected_account_id, registration, disabled_at) on trigger_instances to app_system`,
    `create policy lookup on connected_accounts for select to app_system using (true)`,
    `grant select (project_id, id, auth_config_id, auth_scheme, deleted_at) on connected_accounts to app_system`,
    `create policy lookup on auth_configs for select to app_system using (true)`,
    `grant select (project_id, id, is_platform_managed) on auth_configs to app_system`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "find_managed_receivers(wanted_toolkit text, wanted_scheme text, wanted_owner text)",
      "returns table (project_id text, auth_config_id text, catalog_version integer) language sql stable",
      `select distinct p.id, c.id, p.catalog_version
        from trigger_instances t
        join connected_accounts a on a.project_id = t.project_id and a.id = t.connected_account_id
        join auth_configs c on c.project_id = a.project_id and c.id = a.auth_config_id
        join projects p on p.id = t.project_id
        where t.registration ->> 'owner' = wanted_owner and t.toolkit_slug = wanted_toolkit
          and t.deleted_at is null and t.disabled_at is null and a.deleted_at is null and p.deleted_at is null
          and a.auth_scheme = wanted_scheme and c.is_platform_managed`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
