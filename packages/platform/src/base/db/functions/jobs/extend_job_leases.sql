-- Extends the leases of a worker, and answers the jobs that it still holds. A lease that a claim has in hand is
-- extended by that claim, so it is not waited for.
create or replace function extend_job_leases(asking uuid, lease_ms integer)
  returns table (held_id text)
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update job_leases l set leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
    where l.ctid = any (array(select d.ctid from job_leases d
      where d.worker = asking and d.leased_until > clock_timestamp() for no key update skip locked));
  return query select unnest(l.ids) from job_leases l
    where l.worker = asking and l.leased_until > clock_timestamp();
end
$$;

alter function extend_job_leases owner to app_system;
revoke execute on function extend_job_leases from public;
grant execute on function extend_job_leases to app;
