-- Stores the events of a received webhook with one statement, so that their transaction is short and can be merged
-- with others (ADR 93).
-- A receipt that is younger than 72 hours makes the webhook a repetition. Simultaneous repetitions wait for each
-- other at the receipts, which are written in one order. `named` has what an instance's registration said about its
-- account when it was read, or null where that does not matter; an instance that has changed since then gets no
-- event.
create or replace function add_received_events(
  project text, receipts text[], instances text[], named text[], subscription text, body_version text,
  webhook_url text, event_type text, kind text, max_attempts integer, event_at timestamptz, events text[],
  bodies text[], users text[], deliveries text[], jobs text[]
)
  returns void
  language plpgsql
as $$
declare taken integer;
begin
  if cardinality(receipts) > 0 then
    insert into webhook_receipts as r (project_id, id) select project, given.id from unnest(receipts) as given (id) order by 2
      on conflict (project_id, id) do update set received_at = now() where r.received_at < now() - interval '72 hours';
    get diagnostics taken = row_count;
    if taken < cardinality(receipts) then
      return;
    end if;
  end if;
  for n in 1..cardinality(events) loop
    perform from trigger_instances t
      left join connected_accounts a on a.project_id = t.project_id and a.id = t.connected_account_id
      where t.project_id = project and t.id = instances[n] and t.disabled_at is null and t.deleted_at is null
        and a.deleted_at is null
        and (named[n] is null or named[n] = jsonb_build_array(t.registration -> 'owner', t.registration -> 'also')::text);
    if found then
      perform add_event(project, subscription, events[n], event_at, event_type, body_version, bodies[n], users[n],
        instances[n], false, webhook_url, deliveries[n], jobs[n], kind, max_attempts);
    end if;
  end loop;
end
$$;

revoke execute on function add_received_events from public;
grant execute on function add_received_events to app;
