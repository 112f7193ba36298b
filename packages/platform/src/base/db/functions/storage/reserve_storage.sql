-- Reserves room for bytes that are still arriving: `wanted`, or else `needed`, or null where neither fits. The lock
-- of the project keeps simultaneous uploads within the quota together.
create or replace function reserve_storage(
  project text, reservation text, counted text, needed double precision, wanted double precision,
  quota double precision
)
  returns double precision
  language plpgsql
  set search_path = pg_catalog, public, pg_temp
as $$
declare used double precision; granted double precision;
begin
  perform pg_advisory_xact_lock(7266057, hashtext(project));
  delete from storage_reservations r where r.project_id = project and r.expires_at <= now();
  select coalesce(sum(t.bytes), 0) into used from (
    select c.bytes from storage_counts c where c.project_id = project and c.kind = counted
    union all
    select r.bytes from storage_reservations r
      where r.project_id = project and r.kind = counted and r.id <> reservation) as t;
  granted := case when used + wanted <= quota then wanted when used + needed <= quota then needed end;
  if granted is not null then
    insert into storage_reservations (project_id, id, kind, bytes, expires_at)
      values (project, reservation, counted, granted, now() + interval '1 hour')
      on conflict (project_id, id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at;
  end if;
  return granted;
end
$$;

revoke execute on function reserve_storage from public;
grant execute on function reserve_storage to app;
