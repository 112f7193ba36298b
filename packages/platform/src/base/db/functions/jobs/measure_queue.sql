-- For each kind: jobs whose time has come and that no worker has, the seconds since the time of the oldest of them, and
-- jobs that were given up. Jobs that wait for a later time are not read: there may be one for each account.
create or replace function measure_queue(kinds text[])
  returns table (kind text, due double precision, oldest_seconds double precision, dead double precision)
  language sql volatile security definer
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set jit = off
as $$
with wanted as (select unnest(kinds) as kind),
held as materialized (
  select h.project_id, h.id from job_leases l, unnest(l.project_ids, l.ids) as h (project_id, id)
  where l.leased_until > clock_timestamp())
select w.kind, q.due, coalesce(extract(epoch from clock_timestamp() - q.oldest), 0)::double precision, d.dead
from wanted w,
  lateral (select count(*)::double precision as due, min(j.next_at) as oldest from (
      select r.project_id, r.id, r.next_at from jobs r
        where r.state = 'ready' and hashtextextended(r.kind, 0) = hashtextextended(w.kind, 0)
      union all select t.project_id, t.id, t.next_at from jobs t
        where t.state = 'waiting' and t.kind = w.kind and t.next_at <= (select clock_timestamp())) as j
    where not exists (select from held h where h.project_id = j.project_id and h.id = j.id)) as q,
  lateral (select count(*)::double precision as dead from jobs g
    where g.dead_at is not null and g.state = 'dead' and g.kind = w.kind) as d
$$;

alter function measure_queue owner to app_system;
revoke execute on function measure_queue from public;
grant execute on function measure_queue to app;
