-- Notes a change of the number of accounts with one auth config, toolkit and status. Changes are rows of their own, so that no
-- transaction waits for another one. Now and then, a change adds up the rows of its auth config; rows that another transaction has
-- are left to the next time. When a project is destroyed, its accounts are deleted after it and count no more.
create or replace function add_account_count(
  project text, auth_config text, toolkit text, in_status text, change bigint
)
  returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from projects p where p.id = project) then
    return;
  end if;
  insert into account_counts (project_id, auth_config_id, toolkit_slug, status, accounts)
    values (project, auth_config, toolkit, in_status, change);
  if random() < 0.02 then
    with added as (
      delete from account_counts where ctid = any (array(
        select c.ctid from account_counts c where c.project_id = project and c.auth_config_id = auth_config
          for update skip locked))
      returning project_id, auth_config_id, toolkit_slug, status, accounts)
    insert into account_counts (project_id, auth_config_id, toolkit_slug, status, accounts)
      select project_id, auth_config_id, toolkit_slug, status, sum(accounts) from added group by 1, 2, 3, 4;
  end if;
end
$$;

alter function add_account_count owner to app_system;
revoke execute on function add_account_count from public;
