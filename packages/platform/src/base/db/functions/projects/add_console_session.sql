-- Adds a session of the console, or a link, for the key with this SHA-256. Returns the end of it, and nothing when the key
-- does not exist.
create or replace function add_console_session(new_id text, new_kind text, of_key_hash text, seconds integer)
  returns table (expires_at timestamptz)
  language sql volatile security definer
  set search_path = pg_catalog, public, pg_temp
as $$
insert into console_sessions (id, kind, key_hash, expires_at)
  select new_id, new_kind, k.hash, now() + make_interval(secs => seconds) from api_keys k where k.hash = of_key_hash
  returning expires_at
$$;

alter function add_console_session owner to app_system;
revoke execute on function add_console_session from public;
grant execute on function add_console_session to app;
