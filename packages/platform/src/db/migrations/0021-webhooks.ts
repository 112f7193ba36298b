import type { Migration } from "../migration-types.ts";
import { createProjectTable } from "./project-table.ts";
import { createSystemFunction } from "./system-function.ts";

const subscription = `subscription_id text collate "C" not null,
  foreign key (project_id, subscription_id) references webhook_subscriptions (project_id, id) on delete cascade`;

/** Webhook subscriptions, the events that they get, their deliveries and each attempt of these. */
export const webhooks: Migration = {
  name: "0021-webhooks",
  statements: [
    ...createProjectTable(
      "webhook_subscriptions",
      `webhook_url text not null,
      enabled_events text[] not null,
      version text not null check (version in ('V1', 'V2', 'V3')),
      signature_key text not null check (signature_key in ('decoded', 'raw')),
      status text not null default 'enabled' check (status in ('enabled', 'disabled')),
      disabled_reason text check (disabled_reason in ('gone', 'failing', 'requested')),
      secrets text not null,
      secrets_version integer not null,
      previous_until timestamptz(3),
      failing_since timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (project_id)`,
    ),
    // An event is sealed as it is sent, so that it is the same bytes whenever it is sent again.
    ...createProjectTable(
      "webhook_events",
      `${subscription},
      event_type text not null,
      version text not null,
      body text not null,
      user_id text collate "C",
      is_test boolean not null,
      created_at timestamptz(3) not null default now()`,
    ),
    `create index webhook_events_by_time on webhook_events (project_id, created_at, id)`,
    `create index webhook_events_by_user on webhook_events (project_id, user_id)`,
    `create index webhook_events_by_age on webhook_events (created_at)`,
    ...createProjectTable(
      "webhook_deliveries",
      `${subscription},
      event_id text collate "C" not null,
      event_type text not null,
      webhook_url text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      replay_of text collate "C",
      next_attempt_at timestamptz(3) default now(),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      foreign key (project_id, event_id) references webhook_events (project_id, id) on delete cascade`,
    ),
    `create index webhook_deliveries_by_time on webhook_deliveries (project_id, created_at desc, id desc)`,
    `create index webhook_deliveries_by_event on webhook_deliveries (project_id, event_id)`,
    `create index webhook_deliveries_pending on webhook_deliveries (project_id, subscription_id)
      where status = 'pending'`,
    `create table webhook_attempts (
      project_id text collate "C" not null,
      delivery_id text collate "C" not null,
      attempt integer not null,
      attempted_at timestamptz(3) not null default now(),
      status_code integer,
      latency_ms integer not null,
      error text,
      primary key (project_id, delivery_id, attempt),
      foreign key (project_id, delivery_id) references webhook_deliveries (project_id, id) on delete cascade
    )`,
    `alter table webhook_attempts enable row level security, force row level security`,
    `create policy scope on webhook_attempts to app using (project_id = current_setting('app.project', true))`,
    `grant select, insert, update, delete on webhook_attempts to app`,

    // Deliveries are kept for 90 days, with their events.
    `grant select (project_id, id, created_at), delete on webhook_events to app_system`,
    `create policy purge on webhook_events to app_system using (true)`,
    `grant create on schema public to app_system`,
    ...createSystemFunction(
      "purge_events(at_most integer)",
      "returns integer language plpgsql",
      `declare removed integer;
      begin
        delete from webhook_events where (project_id, id) in
          (select e.project_id, e.id from webhook_events e
            where e.created_at < now() - interval '90 days' limit at_most);
        get diagnostics removed = row_count;
        return removed;
      end`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
