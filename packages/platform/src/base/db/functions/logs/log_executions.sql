-- Logs executions that begin, counts them, claims their idempotency keys, and notes the outcomes of those that
-- ended (ADR 51, 58). The caller's row-level security holds.
-- `taken` has the ids of executions that were not begun, because their keys are taken. It is null when the project
-- was deleted.
-- The planner's choices are switched off, because a connection plans each statement once: with the statistics of a
-- new table it read all logs of the project for each one, until the table was analysed.
create or replace function log_executions(
  project text, claims json, begun json, ended json, lease_ms integer, into_shard integer, out taken text[]
)
  language plpgsql
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_sort = off
  set jit = off
as $$
declare
  has_project boolean;
  has_claims boolean := json_array_length(claims) > 0;
  is_hidden boolean;
  claimed integer;
  e record;
begin
  select coalesce(p.config ->> 'log_visibility_setting' = 'dont_store_data', false) into is_hidden
    from projects p where p.id = project and p.deleted_at is null;
  has_project := found;
  if has_project then
    taken := '{}';
  end if;
  if has_project and has_claims then
    -- The keys are inserted in one order, so that two such calls cannot deadlock.
    insert into idempotency_keys (owner_id, id, fingerprint, state, has_outside_effect, runner, leased_until, expires_at)
      select project, c.id, c.fingerprint, 'in_flight', c.has_outside_effect, c.runner,
        now() + make_interval(secs => c.lease_ms / 1000.0), now() + make_interval(secs => c.keep_ms / 1000.0)
      from json_to_recordset(claims) as c
        (id text, fingerprint text, has_outside_effect boolean, runner uuid, lease_ms integer, keep_ms integer,
          log_id text)
      order by c.id
      on conflict do nothing;
    get diagnostics claimed = row_count;
    if claimed < json_array_length(claims) then
      -- Of two executions with one key, the row has the runner of one.
      select coalesce(array_agg(c.log_id), '{}') into taken
        from json_to_recordset(claims) as c (id text, runner uuid, log_id text)
        where not exists (select from idempotency_keys k
          where k.owner_id = project and k.id = c.id and k.runner = c.runner);
    end if;
  end if;
  if has_project and json_array_length(begun) > 0 then
    with chosen as materialized (select * from json_to_recordset(begun) as b
        (id text, tool_slug text, toolkit_slug text collate "C", version text, source text, user_id text,
          connected_account_id text, auth_config_id text, request_id text, bodies text)
        where b.id <> all (taken)),
      logs as (insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id,
          connected_account_id, auth_config_id, request_id, successful, duration_ms, bodies, leased_until)
        select project, b.id, b.tool_slug, b.toolkit_slug, b.version, b.source, b.user_id,
          b.connected_account_id, b.auth_config_id, b.request_id, false, 0,
          case when not is_hidden then b.bodies end, now() + make_interval(secs => lease_ms / 1000.0)
        from chosen b)
    -- The toolkits are updated in one order, so that two such calls cannot deadlock.
    insert into toolkit_uses (project_id, toolkit_slug, day, shard, uses)
      select project, b.toolkit_slug, (now() at time zone 'UTC')::date, into_shard, count(*)
        from chosen b group by b.toolkit_slug order by b.toolkit_slug
      on conflict (project_id, day, toolkit_slug, shard) do update set uses = toolkit_uses.uses + excluded.uses;
  end if;
  if json_array_length(ended) > 0 then
    with given as materialized (
      select r.*, (select l.ctid from tool_execution_logs l
          where l.project_id = project and l.id >= r.id order by l.id limit 1) as place
        from json_to_recordset(ended) as r
          (id text, successful boolean, status_code integer, duration_ms integer, reason text, bodies text)
        -- Always true. With it PostgreSQL expects one row, and looks at one place for each instead of at all logs.
        where r.id = r.id || '')
    update tool_execution_logs as log set
        successful = given.successful, status_code = given.status_code, duration_ms = given.duration_ms,
        error = given.reason, leased_until = null,
        bodies = case when log.bodies is not null and is_hidden is not true then given.bodies end
      from given where log.ctid = given.place and log.id = given.id;
    if strpos(ended::text, '"key_id"') > 0 then
      for e in select * from json_to_recordset(ended) as r (key_id text, key_runner uuid, key_answer text)
        where r.key_id is not null
      loop
        update idempotency_keys k set state = 'answered', answer = e.key_answer
          where k.owner_id = project and k.id = e.key_id and k.runner = e.key_runner;
      end loop;
    end if;
  end if;
end
$$;

revoke execute on function log_executions from public;
grant execute on function log_executions to app;
