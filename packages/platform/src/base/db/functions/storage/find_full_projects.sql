-- Projects whose logs and events take more than their quota.
create or replace function find_full_projects(quota double precision)
  returns table (project_id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select c.project_id from storage_counts c where c.kind = 'logs_and_events'
group by c.project_id having sum(c.bytes) > quota
$$;

alter function find_full_projects owner to app_system;
revoke execute on function find_full_projects from public;
grant execute on function find_full_projects to app;
