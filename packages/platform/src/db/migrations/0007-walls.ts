import type { Migration } from "../migration-types.ts";

/**
 * Two gaps in the wall between projects: a key could be written for a project of another organization, and a project
 * could be moved to another organization, which only queries kept from happening. Neither is possible now, whatever a
 * query says.
 */
export const walls: Migration = {
  name: "0007-walls",
  statements: [
    `alter table projects add constraint projects_by_owner unique (organization_id, id)`,
    `alter table api_keys drop constraint api_keys_project_id_fkey,
      add constraint api_keys_of_own_project foreign key (organization_id, project_id)
        references projects (organization_id, id) on delete cascade`,
    // A key is made and deleted, never changed.
    `revoke update on api_keys from app`,
    `drop policy scope on api_keys`,
    `create policy scope on api_keys to app using (
      project_id = current_setting('app.project', true)
      or organization_id = current_setting('app.organization', true)
    ) with check (organization_id = current_setting('app.organization', true))`,

    // A project never moves to another organization, so no query may write the column.
    `revoke update on projects from app`,
    `grant update (name, config, updated_at, deleted_at) on projects to app`,
    `drop policy scope on projects`,
    ...["select", "update", "delete"].map(
      (command) => `create policy scope_of_${command} on projects for ${command} to app using (
        id = current_setting('app.project', true) or organization_id = current_setting('app.organization', true)
      )`,
    ),
    `create policy scope_of_insert on projects for insert to app
      with check (organization_id = current_setting('app.organization', true))`,

    // Logs of earlier versions have the application's error text in the clear; it is in their sealed data, too. Forced
    // row-level security would hide all rows from the owner of the table.
    `alter table tool_execution_logs no force row level security`,
    `update tool_execution_logs set error = 'The application answered ' || status_code || '.'
      where error is not null and status_code is not null`,
    `alter table tool_execution_logs force row level security`,
  ],
};
