-- Notes the bytes of logs and events that a process wrote, and answers the sums of their projects. Projects may
-- choose that the bodies of logs are not stored.
create or replace function note_written(written json)
  returns table (project_id text, bytes double precision)
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare given record;
begin
  for given in select w.id, w.change + case when p.config ->> 'log_visibility_setting' = 'dont_store_data' then 0
        else w.bodies end as change
      from json_to_recordset(written) as w (id text, change bigint, bodies bigint) join projects p on p.id = w.id
      order by 1 loop
    perform add_storage(given.id, 'logs_and_events', given.change);
  end loop;
  return query select c.project_id, sum(c.bytes)::float8 from storage_counts c
    where c.kind = 'logs_and_events' and c.project_id in (select w.id from json_to_recordset(written) as w (id text))
    group by c.project_id;
end
$$;

alter function note_written owner to app_system;
revoke execute on function note_written from public;
grant execute on function note_written to app;
