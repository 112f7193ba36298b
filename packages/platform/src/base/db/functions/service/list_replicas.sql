-- The processes that noted themselves within this time.
create or replace function list_replicas(within_ms integer)
  returns table (name text, master_keys text[])
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select r.name, r.master_keys from replicas r
where r.seen_at > clock_timestamp() - make_interval(secs => within_ms / 1000.0) order by r.name, r.started_at
$$;

alter function list_replicas owner to app_system;
revoke execute on function list_replicas from public;
grant execute on function list_replicas to app;
