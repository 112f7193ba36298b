import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

/** Jobs, idempotency keys, rate limits, logs and the toolkits of projects. */
export const work: Migration = {
  name: "0003-work",
  statements: [
    ...createProjectTable(
      "jobs",
      `kind text collate "C" not null,
      payload jsonb not null default '{}',
      unique_key text collate "C",
      next_at timestamptz(3) not null default now(),
      attempt integer not null default 0,
      max_attempts integer not null,
      lease_token uuid,
      leased_until timestamptz(3),
      last_error text,
      dead_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      unique (project_id, kind, unique_key)`,
    ),
    `create index jobs_due on jobs (next_at) where dead_at is null`,
    `create index jobs_leased on jobs (leased_until) where lease_token is not null`,
    `create function notify_jobs() returns trigger language plpgsql as $$
      begin perform pg_notify('jobs', ''); return null; end $$`,
    `create trigger wake_workers after insert on jobs for each statement execute function notify_jobs()`,

    `grant select (project_id, id, kind, next_at, attempt, max_attempts, lease_token, leased_until, dead_at, created_at),
      update (attempt, lease_token, leased_until, next_at, dead_at, last_error), delete on jobs to app_system`,
    `create policy system on jobs to app_system using (true)`,

    // The lease is taken by the database's clock: the clocks of replicas differ. A job whose last attempt was cut off
    // with its worker is dead, so that a job that kills its worker does not run again and again.
    ...createSystemFunction(
      "claim_jobs(wanted text[], at_most integer, lease_ms integer)",
      `returns table (project_id text, id text, kind text, attempt integer, lease_token uuid) language plpgsql`,
      `begin
        update jobs j set dead_at = clock_timestamp(), lease_token = null, leased_until = null,
          last_error = 'WorkerLost'
        where (j.project_id, j.id) in (
          select d.project_id, d.id from jobs d
          where d.dead_at is null and d.next_at <= clock_timestamp() and d.attempt >= d.max_attempts
            and (d.leased_until is null or d.leased_until <= clock_timestamp())
          for update skip locked);
        return query
          update jobs j set attempt = j.attempt + 1, lease_token = gen_random_uuid(),
            leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
          where (j.project_id, j.id) in (
            select d.project_id, d.id from jobs d
            where d.dead_at is null and d.next_at <= clock_timestamp() and d.kind = any (wanted)
              and (d.leased_until is null or d.leased_until <= clock_timestamp())
            order by d.next_at limit at_most for update skip locked)
          returning j.project_id, j.id, j.kind, j.attempt, j.lease_token;
      end`,
    ),
    ...createSystemFunction(
      "extend_job_leases(tokens uuid[], lease_ms integer)",
      "returns table (lease_token uuid) language sql",
      `update jobs j set leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
        where j.lease_token = any (tokens) and j.leased_until > clock_timestamp() returning j.lease_token`,
    ),

    // Owned by a project or by an organization, as data keys are.
    `create table idempotency_keys (
      owner_id text collate "C" not null,
      id text collate "C" not null,
      fingerprint text collate "C" not null,
      state text not null check (state in ('in_flight', 'answered')),
      has_outside_effect boolean not null,
      runner uuid not null,
      leased_until timestamptz(3) not null,
      answer text,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      primary key (owner_id, id)
    )`,
    `create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`,
    `alter table idempotency_keys enable row level security, force row level security`,
    `create policy scope on idempotency_keys to app using (
      owner_id in (current_setting('app.project', true), current_setting('app.organization', true))
    )`,
    `grant select, insert, update, delete on idempotency_keys to app`,

    // A row counts the requests of a project, an organization or an address. It contains no other data about them.
    `create table rate_windows (
      subject text collate "C" primary key,
      began_at timestamptz(3) not null,
      used integer not null
    )`,
    `alter table rate_windows enable row level security, force row level security`,
    `create policy system on rate_windows to app_system using (true)`,
    `grant select, insert, update, delete on rate_windows to app_system`,
    ...createSystemFunction(
      "lease_rate_tokens(counted text, wanted integer, maximum integer, window_ms integer)",
      "returns table (granted integer, used integer, resets_in_ms integer) language plpgsql",
      `declare
        began timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) * 1000 / window_ms) * window_ms / 1000);
        before integer;
      begin
        insert into rate_windows as w (subject, began_at, used) values (counted, began, 0)
          on conflict (subject) do nothing;
        select case when w.began_at = began then w.used else 0 end into before
          from rate_windows w where w.subject = counted for update;
        granted := greatest(0, least(wanted, maximum - before));
        used := before + granted;
        update rate_windows w set began_at = began, used = before + granted where w.subject = counted;
        resets_in_ms := ceil(window_ms - extract(epoch from clock_timestamp() - began) * 1000);
        return next;
      end`,
    ),

    ...createProjectTable(
      "tool_execution_logs",
      `tool_slug text collate "C" not null,
      toolkit_slug text collate "C" not null,
      version text not null,
      source text not null check (source in ('api', 'mcp', 'tool_router')),
      user_id text collate "C",
      connected_account_id text collate "C",
      auth_config_id text collate "C",
      successful boolean not null,
      error text,
      status_code integer,
      bodies text,
      duration_ms integer not null,
      request_id text not null,
      created_at timestamptz(3) not null default now()`,
    ),
    `create index tool_execution_logs_by_time on tool_execution_logs (project_id, created_at desc, id desc)`,
    `create index tool_execution_logs_by_age on tool_execution_logs (created_at)`,
    `create index tool_execution_logs_by_user on tool_execution_logs (project_id, user_id)`,

    ...createProjectTable(
      "project_toolkits",
      `slug text collate "C" not null,
      version text not null,
      document text not null,
      auth_schemes text[],
      created_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3)`,
    ),
    `create unique index project_toolkits_by_version on project_toolkits (project_id, slug, version)
      where deleted_at is null`,

    // Retention (docs/decisions.md §12: logs 30 days; §2: stored answers 24 hours). Bounded, so that one call locks little.
    `grant select (project_id, id, created_at), delete on tool_execution_logs to app_system`,
    `grant select (owner_id, id, expires_at), delete on idempotency_keys to app_system`,
    // link_tokens and oauth_states have their policies for reading already.
    `grant select (project_id, id, expires_at), delete on link_tokens, oauth_states, revocations to app_system`,
    `create policy purge on tool_execution_logs to app_system using (true)`,
    `create policy purge on idempotency_keys to app_system using (true)`,
    `create policy purge on revocations to app_system using (true)`,
    `create policy purge on link_tokens for delete to app_system using (true)`,
    `create policy purge on oauth_states for delete to app_system using (true)`,
    ...createSystemFunction(
      "purge_expired(at_most integer)",
      "returns integer language plpgsql",
      `declare total integer := 0; removed integer;
      begin
        delete from idempotency_keys where (owner_id, id) in
          (select k.owner_id, k.id from idempotency_keys k where k.expires_at <= now() limit at_most);
        get diagnostics removed = row_count; total := total + removed;
        delete from tool_execution_logs where (project_id, id) in
          (select l.project_id, l.id from tool_execution_logs l where l.created_at < now() - interval '30 days' limit at_most);
        get diagnostics removed = row_count; total := total + removed;
        delete from oauth_states where (project_id, id) in
          (select s.project_id, s.id from oauth_states s where s.expires_at < now() - interval '1 day' limit at_most);
        get diagnostics removed = row_count; total := total + removed;
        delete from link_tokens where (project_id, id) in
          (select l.project_id, l.id from link_tokens l where l.expires_at < now() - interval '1 day' limit at_most);
        get diagnostics removed = row_count; total := total + removed;
        delete from revocations where (project_id, id) in
          (select r.project_id, r.id from revocations r where r.expires_at <= now() limit at_most);
        get diagnostics removed = row_count; total := total + removed;
        delete from rate_windows where subject in
          (select w.subject from rate_windows w where w.began_at < now() - interval '1 hour' limit at_most);
        delete from jobs where (project_id, id) in
          (select j.project_id, j.id from jobs j where j.dead_at < now() - interval '30 days' limit at_most);
        get diagnostics removed = row_count; total := total + removed;
        return total;
      end`,
    ),

    `revoke create on schema public from app_system`,
  ],
};
