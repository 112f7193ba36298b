-- In place of foreign keys, which would look the project up for each job and each log and lock its row. A job that is written while
-- its project is deleted finds nothing to do. A deleted project gets no logs, so all of them are there when its row is deleted 30
-- days later.
create or replace function delete_rows_of_project()
  returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from jobs j where j.project_id = old.id;
  delete from tool_execution_logs l where l.project_id = old.id;
  return null;
end
$$;

alter function delete_rows_of_project owner to app_system;
revoke execute on function delete_rows_of_project from public;

create or replace trigger delete_rows after delete on projects
  for each row execute function delete_rows_of_project();
