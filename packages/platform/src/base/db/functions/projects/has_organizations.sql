-- True once the first organization was made, which a start does when there is none.
create or replace function has_organizations()
  returns boolean
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select exists (select o.id from organizations o)
$$;

alter function has_organizations owner to app_system;
revoke execute on function has_organizations from public;
grant execute on function has_organizations to app;
