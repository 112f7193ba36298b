-- Notes that a process serves, with its master keys. The clocks of replicas differ, so the database's is used.
-- Living processes remove the rows of killed ones.
create or replace function note_replica(replica uuid, called text, held text[])
  returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
delete from replicas r where r.seen_at < clock_timestamp() - interval '1 hour';
insert into replicas as r (id, name, master_keys, seen_at) values (replica, called, held, clock_timestamp())
  on conflict (id) do update set master_keys = held, seen_at = clock_timestamp()
$$;

alter function note_replica owner to app_system;
revoke execute on function note_replica from public;
grant execute on function note_replica to app;
