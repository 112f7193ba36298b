-- The key of a session of the console, and when the session ends now. A use moves the end, once an hour at most, so that few
-- requests write.
create or replace function use_console_session(of_id text, idle_seconds integer, longest_seconds integer)
  returns table (key_hash text, expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, public, pg_temp
as $$
begin
  update console_sessions c
    set expires_at = least(now() + make_interval(secs => idle_seconds), c.created_at + make_interval(secs => longest_seconds))
    where c.id = of_id and c.kind = 'session' and c.expires_at > now()
      and c.expires_at < least(now() + make_interval(secs => idle_seconds - 3600), c.created_at + make_interval(secs => longest_seconds));
  if found then
    perform note_key_use(c.key_hash) from console_sessions c where c.id = of_id;
  end if;
  return query select c.key_hash, c.expires_at::timestamptz from console_sessions c
    where c.id = of_id and c.kind = 'session' and c.expires_at > now();
end
$$;

alter function use_console_session owner to app_system;
revoke execute on function use_console_session from public;
grant execute on function use_console_session to app;
