-- Notes the use of the key with this SHA-256. It writes once an hour at most, whatever the number of processes.
create or replace function note_key_use(of_hash text)
  returns void
  language sql volatile security definer
  set search_path = pg_catalog, public, pg_temp
as $$
update api_keys k set last_used_at = now()
  where k.hash = of_hash and (k.last_used_at is null or k.last_used_at < now() - interval '1 hour')
$$;

alter function note_key_use owner to app_system;
revoke execute on function note_key_use from public;
grant execute on function note_key_use to app;
