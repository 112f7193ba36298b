-- Notes a change of the bytes that a project stores. Only the functions below `functions/` call it. Now and then it
-- adds up the rows of a sum; rows that another transaction has are left to the next time.
create or replace function add_storage(project text, counted text, change bigint)
  returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  if change = 0 or not exists (select from projects p where p.id = project) then
    return;
  end if;
  insert into storage_counts (project_id, kind, bytes) values (project, counted, change);
  if random() < 0.02 then
    with added as (
      delete from storage_counts where ctid = any (array(
        select c.ctid from storage_counts c where c.project_id = project and c.kind = counted for update skip locked))
      returning bytes)
    insert into storage_counts (project_id, kind, bytes) select project, counted, sum(bytes) from added having count(*) > 0;
  end if;
end
$$;

alter function add_storage owner to app_system;
revoke execute on function add_storage from public;
grant execute on function add_storage to current_user;
