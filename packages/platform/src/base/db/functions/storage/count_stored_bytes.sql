-- Counts the bytes of rows in the transaction that changes them, so that a quota costs no scan (ADR 113). A trigger names the kind of
-- bytes, and the size of a row.
create or replace function count_stored_bytes()
  returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare
  changes text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then format('select project_id, %s as change from after_rows', tg_argv[1]) end,
    case when tg_op <> 'INSERT' then format('select project_id, -(%s) as change from before_rows', tg_argv[1]) end);
begin
  execute format('select add_storage(c.project_id, $1, c.bytes) from (
    select project_id, sum(change)::bigint as bytes from (%s) as changes group by 1 order by 1) as c', changes)
    using tg_argv[0];
  return null;
end
$$;

alter function count_stored_bytes owner to app_system;
revoke execute on function count_stored_bytes from public;

create or replace trigger count_files_on_insert after insert on files
  referencing new table as after_rows
  for each statement execute function count_stored_bytes('files', 'coalesce(size, 0)');
create or replace trigger count_files_on_delete after delete on files
  referencing old table as before_rows
  for each statement execute function count_stored_bytes('files', 'coalesce(size, 0)');
create or replace trigger count_files_on_update after update on files
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_stored_bytes('files', 'coalesce(size, 0)');

create or replace trigger count_toolkits_on_insert after insert on project_toolkits
  referencing new table as after_rows
  for each statement execute function count_stored_bytes('toolkits', 'octet_length(packed_document)');
create or replace trigger count_toolkits_on_delete after delete on project_toolkits
  referencing old table as before_rows
  for each statement execute function count_stored_bytes('toolkits', 'octet_length(packed_document)');
create or replace trigger count_toolkits_on_update after update on project_toolkits
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_stored_bytes('toolkits', 'octet_length(packed_document)');

-- What is written of logs and events is noted by `note_written`. Deletions are seldom, and have many rows. A row takes about 400
-- bytes beside its sealed bodies.
create or replace trigger count_erased_logs after delete on tool_execution_logs
  referencing old table as before_rows
  for each statement execute function count_stored_bytes('logs_and_events', 'coalesce(octet_length(bodies), 0) + 400');
create or replace trigger count_erased_events after delete on webhook_events
  referencing old table as before_rows
  for each statement execute function count_stored_bytes('logs_and_events', 'octet_length(body) + 400');
