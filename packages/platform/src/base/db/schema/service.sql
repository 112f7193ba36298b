-- What the service keeps about itself and about requests.

-- Which processes serve on this database, and which master keys each of them holds.
create table replicas (
  id uuid primary key,
  name text not null,
  master_keys text[] not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null
);

-- A row counts the requests of a project, an organization or an address. It contains no other data about them.
create table rate_windows (
  subject text collate "C" primary key,
  began_at timestamptz(3) not null,
  used integer not null
);

-- Owned by a project or by an organization, as data keys are.
create table idempotency_keys (
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
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

-- The rest of a stored answer after its first 256 Ki characters.
create table idempotency_pieces (
  owner_id text collate "C" not null,
  id text collate "C" not null,
  runner uuid not null,
  piece integer not null,
  sealed text not null,
  primary key (owner_id, id, runner, piece),
  foreign key (owner_id, id) references idempotency_keys (owner_id, id) on delete cascade
);
