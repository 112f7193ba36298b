-- Removes the row of a process that ends.
create or replace function forget_replica(replica uuid)
  returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
delete from replicas r where r.id = replica
$$;

alter function forget_replica owner to app_system;
revoke execute on function forget_replica from public;
grant execute on function forget_replica to app;
