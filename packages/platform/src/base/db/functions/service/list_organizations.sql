-- A page of the organizations, in the order of their ids. The operator's commands then read each in its own scope.
create or replace function list_organizations(after_id text, at_most integer)
  returns table (id text)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select o.id from organizations o where o.id > after_id order by o.id limit at_most
$$;

alter function list_organizations owner to app_system;
revoke execute on function list_organizations from public;
grant execute on function list_organizations to app;
