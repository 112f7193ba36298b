-- Triggers, which make events of what happens at applications, and webhooks, which deliver events.

-- One row listens for one configuration of a type on an account, however often and from how many places it is asked for. An
-- instance of a toolkit without authentication may have no account; its user is then whom the upsert named. A deleted instance stays as a tombstone without its configuration, so that its legacy UUID is still known.
create table trigger_instances (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  uuid uuid not null default gen_random_uuid(),
  connected_account_id text collate "C",
  user_id text collate "C" not null,
  toolkit_slug text collate "C" not null,
  trigger_slug text collate "C" not null,
  toolkit_version text collate "C",
  kind text not null check (kind in ('webhook', 'poll')),
  config jsonb not null,
  config_hash text collate "C" not null,
  disabled_at timestamptz(3),
  -- Set if the service disabled the instance, null if its owner did.
  disabled_reason text,
  token_hash text collate "C",
  secrets text,
  registration jsonb,
  registration_expires_at timestamptz(3),
  -- The right to register the hook. It belongs to one call at a time, until a time of the database's clock, so that many
  -- upserts at once make one hook. A claim whose time is over may have left a hook at the address of then. The next claim has it
  -- removed.
  hook_claim text collate "C",
  hook_claim_until timestamptz(3),
  -- When a hook that expires is registered again.
  hook_renew_at timestamptz(3),
  watermark timestamptz(3),
  oldest_item timestamptz(3),
  last_polled_at timestamptz(3),
  next_poll_at timestamptz(3),
  poll_failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id),
  check (disabled_reason is null or disabled_at is not null),
  constraint hook_claims check ((hook_claim is null) = (hook_claim_until is null)),
  foreign key (project_id, connected_account_id) references connected_accounts (project_id, id) on delete cascade,
  unique (project_id, uuid)
);
create unique index trigger_instances_by_config
  on trigger_instances (project_id, connected_account_id, user_id, trigger_slug, config_hash)
  nulls not distinct where deleted_at is null;
create index trigger_instances_by_account on trigger_instances (project_id, connected_account_id);
create index trigger_instances_by_user on trigger_instances (project_id, user_id);
create index trigger_instances_by_creation on trigger_instances (project_id, created_at, id)
  include (disabled_at) where deleted_at is null;
-- Those that the service disabled, which the console shows.
create index trigger_instances_disabled on trigger_instances (project_id, disabled_at desc)
  where disabled_reason is not null and deleted_at is null;
-- The secret address of a webhook is found before the project is known.
create unique index trigger_instances_by_token on trigger_instances (token_hash) where token_hash is not null;
-- The account at the application that deliveries name (Slack: the workspace), in one project or in all of them.
create index trigger_instances_by_owner on trigger_instances ((registration ->> 'owner'), project_id)
  where deleted_at is null and registration ->> 'owner' is not null;

-- The items that polls have seen. The id is a hash of the instance and of the item's identity.
create table trigger_items (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  trigger_id text collate "C" not null,
  marked_at timestamptz(3) not null,
  primary key (project_id, id),
  foreign key (project_id, trigger_id) references trigger_instances (project_id, id) on delete cascade
);
create index trigger_items_by_time on trigger_items (project_id, trigger_id, marked_at);

-- Addresses of auth configs, for applications that have one webhook for each installation (Slack). The id is that of the auth
-- config. The addresses of instances are in trigger_instances.
create table webhook_addresses (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  token_hash text collate "C" not null,
  token text not null,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id),
  foreign key (project_id, id) references auth_configs (project_id, id) on delete cascade
);
create unique index webhook_addresses_by_token on webhook_addresses (token_hash);

-- A delivery of an application that was taken. The id is a hash of the address and of the application's id of the delivery.
create table webhook_receipts (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  received_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create index webhook_receipts_by_age on webhook_receipts (received_at);

create table webhook_subscriptions (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  webhook_url text not null,
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
  primary key (project_id, id),
  unique (project_id)
);

-- Events, their deliveries and the failed attempts of these are partitioned by the week of the event, so that a week is dropped
-- as a whole (ADR 77). All three have the same key, the time of the event: a statement that has it reads one partition of each.
-- Rows outside of all weeks (a database whose jobs stood still for a month) are in the partition `_other` until their week exists.
--
-- The three have no foreign keys: one between partitioned tables would be checked row by row when a week is dropped. Their writers
-- lock the subscription, which takes its events along when it is deleted.

-- An event is sealed as it is sent, so that it is the same bytes whenever it is sent again. By its time it is found as fast as by its
-- id, so one index serves both.
create table webhook_events (
  project_id text collate "C" not null,
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  event_type text not null,
  version text not null,
  body text not null,
  user_id text collate "C",
  -- The instance that fired. Its events are found by their user, so this has no index.
  trigger_id text collate "C",
  is_test boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, created_at, id)
) partition by range (created_at);
create index webhook_events_by_user on webhook_events (project_id, user_id);

-- The attempt that succeeded is stored in its delivery. No index has the status: deliveries that wait are found by their jobs. So a
-- delivery that ends is one change of a row, which PostgreSQL keeps out of the indexes (ADR 93).
create table webhook_deliveries (
  project_id text collate "C" not null,
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  event_id text collate "C" not null,
  event_at timestamptz(3) not null,
  event_type text not null,
  webhook_url text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  replay_of text collate "C",
  next_attempt_at timestamptz(3) default now(),
  status_code integer,
  latency_ms integer,
  response_body text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, id, event_at)
) partition by range (event_at);
create index webhook_deliveries_by_time on webhook_deliveries (project_id, created_at desc, id desc);
create index webhook_deliveries_by_event on webhook_deliveries (project_id, event_id);

create table webhook_attempts (
  project_id text collate "C" not null,
  delivery_id text collate "C" not null,
  event_at timestamptz(3) not null,
  attempt integer not null,
  attempted_at timestamptz(3) not null default now(),
  status_code integer,
  latency_ms integer not null,
  error text,
  response_body text,
  primary key (project_id, delivery_id, attempt, event_at)
) partition by range (event_at);

create table webhook_events_other partition of webhook_events default;
create table webhook_deliveries_other partition of webhook_deliveries default with (fillfactor = 70);
create table webhook_attempts_other partition of webhook_attempts default;
