-- Deletes a session of the console, or a link, and returns its key. Of requests with the same link at the same time, one alone gets the
-- key.
create or replace function take_console_session(of_id text, of_kind text)
  returns table (key_hash text)
  language sql volatile security definer
  set search_path = pg_catalog, public, pg_temp
as $$
with taken as (
  delete from console_sessions c where c.id = of_id and c.kind = of_kind returning c.key_hash, c.expires_at
)
select t.key_hash from taken t where t.expires_at > now()
$$;

alter function take_console_session owner to app_system;
revoke execute on function take_console_session from public;
grant execute on function take_console_session to app;
