-- Files that nobody has used for this long, files whose bytes never came, and results whose time is over.
create or replace function find_old_files(
  unused_days double precision, missing_days double precision, at_most integer
)
  returns table (project_id text, id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
(select f.project_id, f.id from files f where f.expires_at < now() order by f.expires_at limit at_most)
union
(select f.project_id, f.id from files f
 where f.used_at < now() - make_interval(secs => 86400 * unused_days)
    or (f.size is null and f.used_at < now() - make_interval(secs => 86400 * missing_days))
 order by f.used_at limit at_most)
limit at_most
$$;

alter function find_old_files owner to app_system;
revoke execute on function find_old_files from public;
grant execute on function find_old_files to app;
