-- The organization of a key, for the operator who knows the id of the key alone.
create or replace function find_key_owner(key_id text)
  returns table (organization_id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select k.organization_id from api_keys k where k.id = key_id
$$;

alter function find_key_owner owner to app_system;
revoke execute on function find_key_owner from public;
grant execute on function find_key_owner to app;
