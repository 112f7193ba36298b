-- Some data keys of each master key, by which a start finds out whether it was given the right ones.
create or replace function sample_data_keys(per_master_key integer)
  returns table (owner_id text, version integer, master_version integer)
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
as $$
select s.* from (select distinct d.master_version from data_keys d) m, lateral (
  select d.owner_id, d.version, d.master_version from data_keys d
    where d.master_version = m.master_version limit per_master_key
) s
$$;

alter function sample_data_keys owner to app_system;
revoke execute on function sample_data_keys from public;
grant execute on function sample_data_keys to app;
