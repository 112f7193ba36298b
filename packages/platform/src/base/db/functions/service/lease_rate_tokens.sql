-- Takes up to `wanted` requests out of the window that is running now, for a project, an organization or an
-- address. The database's clock decides where windows begin, because the clocks of replicas differ.
create or replace function lease_rate_tokens(counted text, wanted integer, maximum integer, window_ms integer)
  returns table (granted integer, used integer, resets_in_ms integer)
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare
  began timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) * 1000 / window_ms) * window_ms / 1000);
  before integer;
begin
  insert into rate_windows as w (subject, began_at, used) values (counted, began, 0)
    on conflict (subject) do nothing;
  select case when w.began_at = began then w.used else 0 end into before
    from rate_windows w where w.subject = counted for update;
  granted := greatest(0, least(wanted, maximum - before));
  used := before + granted;
  update rate_windows w set began_at = began, used = before + granted where w.subject = counted;
  resets_in_ms := ceil(window_ms - extract(epoch from clock_timestamp() - began) * 1000);
  return next;
end
$$;

alter function lease_rate_tokens owner to app_system;
revoke execute on function lease_rate_tokens from public;
grant execute on function lease_rate_tokens to app;
