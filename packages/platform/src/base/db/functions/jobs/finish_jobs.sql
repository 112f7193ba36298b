-- Removes jobs that are done, one after the other by their key. As a join, a connection that planned it while the
-- table was small read all jobs and compared each with the whole list from then on: 5,000 jobs a second instead of
-- 14,000.
create or replace function finish_jobs(project_ids text[], ids text[], attempts integer[])
  returns table (finished_id text, finished_attempt integer)
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set jit = off
as $$
begin
  return query delete from jobs j where j.ctid = any (array(
      select found.place from unnest(project_ids, ids, attempts) as done (project_id, id, attempt),
        lateral (select f.ctid as place from jobs f where f.project_id = done.project_id and f.id = done.id
          and f.attempt = done.attempt - 1 limit 1) as found))
    returning j.id, j.attempt + 1;
end
$$;

alter function finish_jobs owner to app_system;
revoke execute on function finish_jobs from public;
grant execute on function finish_jobs to app;
