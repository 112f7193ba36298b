/**
 * The statements for a table whose rows belong to a project: the composite key `(project_id, id)`, the reference to the
 * project, row-level security that holds for the owner too, and the one policy. Foreign keys between such tables repeat
 * `project_id`, so that a row can never refer to another project's.
 *
 * @param columns the remaining columns and constraints, as SQL
 */
export function createProjectTable(name: string, columns: string): readonly string[] {
  return [
    `create table ${name} (
      project_id text collate "C" not null references projects (id) on delete cascade,
      id text collate "C" not null,
      ${columns},
      primary key (project_id, id)
    )`,
    `alter table ${name} enable row level security, force row level security`,
    // current_setting is stable, so an index on project_id serves the policy too. Without a scope it is null or empty.
    `create policy scope on ${name} to app using (project_id = current_setting('app.project', true))`,
    `grant select, insert, update, delete on ${name} to app`,
  ];
}
