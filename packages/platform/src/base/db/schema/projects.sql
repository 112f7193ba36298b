-- Organizations, projects, and their keys.

create table organizations (
  id text collate "C" primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create table projects (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  name text not null,
  config jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Comes with every look-up of a key (ADR 63).
  catalog_version integer not null default 0,
  -- For the foreign key of api_keys.
  constraint projects_by_owner unique (organization_id, id)
);
create index projects_by_organization on projects (organization_id, created_at desc, id);

create table api_keys (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  project_id text collate "C",
  name text not null,
  hash text collate "C" not null unique,
  shown text not null,
  created_at timestamptz(3) not null default now(),
  -- Within an hour, so that few requests write.
  last_used_at timestamptz(3),
  -- A key cannot be of a project of another organization, whatever a query says.
  constraint api_keys_of_own_project foreign key (organization_id, project_id)
    references projects (organization_id, id) on delete cascade
);
create index api_keys_by_project on api_keys (project_id);

-- Projects that `platform import` brought, so that it can be run again.
create table project_imports (
  project_id text collate "C" primary key references projects (id) on delete cascade,
  export_id text collate "C" not null,
  imported_at timestamptz(3) not null default now()
);

-- The sessions of browsers at the console, and the links with which they begin. A row goes with its key, so that no replica takes a
-- session whose key is refused.
create table console_sessions (
  -- SHA-256 of the cookie, or of the token of the link, hexadecimal.
  id text collate "C" primary key,
  kind text collate "C" not null check (kind in ('link', 'session')),
  key_hash text collate "C" not null references api_keys (hash) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index console_sessions_by_key on console_sessions (key_hash);
create index console_sessions_by_expiry on console_sessions (expires_at);

-- The owner is a project or an organization. The prefix of its id says which.
create table data_keys (
  owner_id text collate "C" not null,
  version integer not null,
  wrapped text not null,
  master_version integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, version)
);
