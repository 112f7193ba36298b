import type { Migration } from "../migration-types.ts";

/** A week has its Monday (UTC) in its name. Both functions run as the owner of the tables. */
const keepPartitions: readonly string[] = [
  // A partition is made apart and then attached, which lets others read and write meanwhile.
  `create function add_event_partition(parent text, monday date) returns void language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      week text := parent || to_char(monday, '_YYYYMMDD');
      other text := parent || '_other';
      key text := case parent when 'webhook_events' then 'created_at' else 'event_at' end;
      since timestamptz := monday::timestamp at time zone 'UTC';
      until timestamptz := (monday + 7)::timestamp at time zone 'UTC';
    begin
      if to_regclass('public.' || week) is not null then
        return;
      end if;
      execute format('create table public.%I (like %I including all)', week, parent);
      execute format('lock table %I in access exclusive mode', other);
      execute format('with moved as (delete from %I where %I >= $1 and %I < $2 returning *) insert into %I select * from moved',
        other, key, key, week) using since, until;
      execute format('alter table %I enable row level security, force row level security', week);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, week, since, until);
    end $$`,
  `revoke execute on function add_event_partition from public`,
  // This week and four more. A lock that is not free soon is left to the next call: others would wait behind it.
  `create function keep_event_partitions() returns integer language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
    declare
      parent text; week record; dropped integer := 0;
      monday date := date_trunc('week', now() at time zone 'UTC')::date;
    begin
      if not pg_try_advisory_xact_lock(7266003) then
        return 0;
      end if;
      foreach parent in array array['webhook_events', 'webhook_deliveries', 'webhook_attempts'] loop
        for n in 0..4 loop
          perform add_event_partition(parent, monday + 7 * n);
        end loop;
        for week in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = ('public.' || parent)::regclass and c.relname ~ '_\\d{8}$'
            and (right(c.relname, 8)::date + 7)::timestamp at time zone 'UTC' <= now() - interval '90 days'
        loop
          execute format('drop table %I', week.relname);
          dropped := dropped + 1;
        end loop;
      end loop;
      delete from webhook_attempts_other where event_at < now() - interval '90 days';
      delete from webhook_deliveries_other where event_at < now() - interval '90 days';
      delete from webhook_events_other where created_at < now() - interval '90 days';
      return dropped;
    end $$`,
  `revoke execute on function keep_event_partitions from public`,
  `grant execute on function keep_event_partitions to app`,
];

/** A project has one subscription, and a deleted project deletes it. */
const deleteWithSubscription: readonly string[] = [
  ...["events", "deliveries", "attempts"].flatMap((name) => [
    `grant select (project_id), delete on webhook_${name} to app_system`,
    `create policy purge on webhook_${name} to app_system using (true)`,
  ]),
  `create function delete_events_of_subscription() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      delete from webhook_attempts a where a.project_id = old.project_id;
      delete from webhook_deliveries d where d.project_id = old.project_id;
      delete from webhook_events e where e.project_id = old.project_id;
      return null;
    end $$`,
  `grant create on schema public to app_system`,
  `revoke execute on function delete_events_of_subscription from public`,
  `alter function delete_events_of_subscription owner to app_system`,
  `revoke create on schema public from app_system`,
  `create trigger delete_events after delete on webhook_subscriptions
    for each row execute function delete_events_of_subscription()`,
];

/**
 * Events, their deliveries and the attempts of these are partitioned by the week of the event, so that a week is dropped as a
 * whole. All three have the same key, the time of the event: a statement that has it reads one partition of each. Rows
 * outside of all weeks (a database whose jobs stood still for a month) go into the partition `…_other` until their week exists.
 *
 * The three have no foreign keys: one between partitioned tables would be checked row by row when a week is dropped. The
 * subscription that an event is written for is locked by its writer, and takes its events along when it is deleted.
 */
export const eventPartitions: Migration = {
  name: "0033-event-partitions",
  // They would write deliveries without the time of their event.
  endsEarlierVersions: true,
  statements: [
    ...["attempts", "deliveries", "events"].flatMap((name) => [
      `alter table webhook_${name} no force row level security`,
      `alter table webhook_${name} rename to old_${name}`,
    ]),
    ...createPartitionedTable(
      "webhook_events",
      "created_at",
      `id text collate "C" not null,
      subscription_id text collate "C" not null,
      event_type text not null,
      version text not null,
      body text not null,
      user_id text collate "C",
      is_test boolean not null,
      created_at timestamptz(3) not null default now(),
      primary key (project_id, id, created_at)`,
    ),
    ...createPartitionedTable(
      "webhook_deliveries",
      "event_at",
      `id text collate "C" not null,
      subscription_id text collate "C" not null,
      event_id text collate "C" not null,
      event_at timestamptz(3) not null,
      event_type text not null,
      webhook_url text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      replay_of text collate "C",
      next_attempt_at timestamptz(3) default now(),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (project_id, id, event_at)`,
    ),
    ...createPartitionedTable(
      "webhook_attempts",
      "event_at",
      `delivery_id text collate "C" not null,
      event_at timestamptz(3) not null,
      attempt integer not null,
      attempted_at timestamptz(3) not null default now(),
      status_code integer,
      latency_ms integer not null,
      error text,
      primary key (project_id, delivery_id, attempt, event_at)`,
    ),
    `insert into webhook_events (project_id, id, subscription_id, event_type, version, body, user_id, is_test, created_at)
      select project_id, id, subscription_id, event_type, version, body, user_id, is_test, created_at from old_events`,
    `insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, status,
        replay_of, next_attempt_at, created_at, updated_at)
      select d.project_id, d.id, d.subscription_id, d.event_id, e.created_at, d.event_type, d.webhook_url, d.status,
        d.replay_of, d.next_attempt_at, d.created_at, d.updated_at
      from old_deliveries d join old_events e on e.project_id = d.project_id and e.id = d.event_id`,
    `insert into webhook_attempts (project_id, delivery_id, event_at, attempt, attempted_at, status_code, latency_ms, error)
      select a.project_id, a.delivery_id, d.event_at, a.attempt, a.attempted_at, a.status_code, a.latency_ms, a.error
      from old_attempts a join webhook_deliveries d on d.project_id = a.project_id and d.id = a.delivery_id`,
    `alter table jobs no force row level security`,
    `update jobs j set payload = j.payload || jsonb_build_object('at',
        to_char(d.event_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from webhook_deliveries d
      where j.kind = 'webhook.deliver' and d.project_id = j.project_id and d.id = j.payload ->> 'id'`,
    `alter table jobs force row level security`,
    `drop function purge_events`,
    `drop table old_attempts, old_deliveries, old_events`,
    ...["events", "deliveries", "attempts"].flatMap((name) => [
      `alter table webhook_${name} enable row level security, force row level security`,
      `alter table webhook_${name}_other enable row level security, force row level security`,
    ]),
    // After the old indexes, whose names these take, and after the rows.
    `create index webhook_events_by_time on webhook_events (project_id, created_at, id)`,
    `create index webhook_events_by_user on webhook_events (project_id, user_id)`,
    `create index webhook_deliveries_by_time on webhook_deliveries (project_id, created_at desc, id desc)`,
    `create index webhook_deliveries_by_event on webhook_deliveries (project_id, event_id)`,
    `create index webhook_deliveries_pending on webhook_deliveries (project_id, subscription_id)
      where status = 'pending'`,
    ...keepPartitions,
    ...deleteWithSubscription,
    // The weeks that the moved rows are of, and those to come.
    `select add_event_partition(name, week::date)
      from (select min(created_at) as oldest from webhook_events_other) as moved,
        generate_series(date_trunc('week', oldest at time zone 'UTC'), now() at time zone 'UTC', interval '7 days') as week,
        unnest(array['webhook_events', 'webhook_deliveries', 'webhook_attempts']) as name`,
    `select keep_event_partitions()`,
  ],
};

function createPartitionedTable(name: string, key: string, columns: string): readonly string[] {
  return [
    `create table ${name} (project_id text collate "C" not null, ${columns}) partition by range (${key})`,
    `create policy scope on ${name} to app using (project_id = current_setting('app.project', true))`,
    `grant select, insert, update, delete on ${name} to app`,
    `create table ${name}_other partition of ${name} default`,
    // Nobody but the owner is granted a partition by itself; row-level security holds for the owner too.
    `do $$ begin execute format('create policy keep on ${name}_other to %I using (true)', current_user); end $$`,
  ];
}
