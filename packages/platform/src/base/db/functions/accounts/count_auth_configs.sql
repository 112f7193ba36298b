-- Keeps the numbers of auth configs, without deleted ones, as `count_accounts` does for accounts.
create or replace function count_auth_configs()
  returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  case tg_op
    when 'INSERT' then
      perform add_auth_config_count(project_id, toolkit_slug, is_platform_managed, status, count(*))
        from after_rows where deleted_at is null group by project_id, toolkit_slug, is_platform_managed, status;
    when 'DELETE' then
      perform add_auth_config_count(project_id, toolkit_slug, is_platform_managed, status, -count(*))
        from before_rows where deleted_at is null group by project_id, toolkit_slug, is_platform_managed, status;
    else
      perform add_auth_config_count(project_id, toolkit_slug, is_platform_managed, status, sum(change))
        from (
          select project_id, toolkit_slug, is_platform_managed, status, 1 as change from after_rows where deleted_at is null
          union all
          select project_id, toolkit_slug, is_platform_managed, status, -1 from before_rows where deleted_at is null) as changes
        group by project_id, toolkit_slug, is_platform_managed, status having sum(change) <> 0;
  end case;
  return null;
end
$$;

alter function count_auth_configs owner to app_system;
revoke execute on function count_auth_configs from public;

create or replace trigger count_auth_configs_on_insert after insert on auth_configs
  referencing new table as after_rows for each statement execute function count_auth_configs();
create or replace trigger count_auth_configs_on_delete after delete on auth_configs
  referencing old table as before_rows for each statement execute function count_auth_configs();
create or replace trigger count_auth_configs_on_update after update on auth_configs
  referencing old table as before_rows new table as after_rows for each statement execute function count_auth_configs();
