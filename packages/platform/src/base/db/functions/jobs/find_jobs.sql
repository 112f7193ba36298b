-- Ids of jobs in a state, for the operator. Of dead ones those that died last come first, of others those that are due first.
create or replace function find_jobs(wanted_state text, wanted_kind text, wanted_project text, at_most integer)
  returns table (project_id text, id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select j.project_id, j.id from jobs j
where j.state = wanted_state and (wanted_state <> 'dead' or j.dead_at is not null)
  and (wanted_kind is null or j.kind = wanted_kind) and (wanted_project is null or j.project_id = wanted_project)
order by j.dead_at desc, j.next_at, j.project_id, j.id limit at_most
$$;

alter function find_jobs owner to app_system;
revoke execute on function find_jobs from public;
grant execute on function find_jobs to app;
