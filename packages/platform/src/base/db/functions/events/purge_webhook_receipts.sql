-- A delivery of an application counts once in 72 hours.
create or replace function purge_webhook_receipts(at_most integer)
  returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
as $$
declare removed integer;
begin
  delete from webhook_receipts where (project_id, id) in
    (select r.project_id, r.id from webhook_receipts r
      where r.received_at < now() - interval '72 hours' limit at_most);
  get diagnostics removed = row_count;
  return removed;
end
$$;

alter function purge_webhook_receipts owner to app_system;
revoke execute on function purge_webhook_receipts from public;
grant execute on function purge_webhook_receipts to app;
