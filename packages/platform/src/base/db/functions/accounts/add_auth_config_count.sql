-- Notes a change of the number of auth configs of a toolkit, as `add_account_count` does for accounts.
create or replace function add_auth_config_count(
  project text, toolkit text, is_managed boolean, in_status text, change bigint
)
  returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from projects p where p.id = project) then
    return;
  end if;
  insert into auth_config_counts (project_id, toolkit_slug, is_platform_managed, status, auth_configs)
    values (project, toolkit, is_managed, in_status, change);
  if random() < 0.02 then
    with added as (
      delete from auth_config_counts where ctid = any (array(
        select c.ctid from auth_config_counts c where c.project_id = project and c.toolkit_slug = toolkit
          for update skip locked))
      returning project_id, toolkit_slug, is_platform_managed, status, auth_configs)
    insert into auth_config_counts (project_id, toolkit_slug, is_platform_managed, status, auth_configs)
      select project_id, toolkit_slug, is_platform_managed, status, sum(auth_configs) from added group by 1, 2, 3, 4;
  end if;
end
$$;

alter function add_auth_config_count owner to app_system;
revoke execute on function add_auth_config_count from public;
