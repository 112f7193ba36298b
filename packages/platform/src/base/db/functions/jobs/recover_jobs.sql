-- The jobs of workers that are gone: a lease that ended counts an attempt for each of its jobs that was neither
-- done nor put back. So a job that kills its worker does not run for ever, and a worker that was only suspended
-- learns that its attempt has ended.
-- The jobs are found by their ids. `coalesce` keeps the planner from the index of ready jobs, all of which it would
-- read (ADR 96).
create or replace function recover_jobs()
  returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set jit = off
as $$
declare recovered integer;
begin
  with gone as (
    delete from job_leases l where l.ctid = any (array(select d.ctid from job_leases d
      where d.leased_until <= clock_timestamp() for update skip locked)) returning l.*)
  update jobs j set attempt = j.attempt + 1,
    state = case when j.attempt + 1 >= j.max_attempts then 'dead' else j.state end,
    dead_at = case when j.attempt + 1 >= j.max_attempts then clock_timestamp() end,
    last_error = case when j.attempt + 1 >= j.max_attempts then 'WorkerLost' else j.last_error end
  where coalesce(j.state, '') = 'ready' and j.ctid = any (array(
    select found.place from gone g, unnest(g.project_ids, g.ids) as h (project_id, id),
      lateral (select f.ctid as place from jobs f where f.project_id = h.project_id and f.id = h.id
        and coalesce(f.state, '') = 'ready' limit 1) as found));
  get diagnostics recovered = row_count;
  return recovered;
end
$$;

alter function recover_jobs owner to app_system;
revoke execute on function recover_jobs from public;
grant execute on function recover_jobs to app;
