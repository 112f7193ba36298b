-- Files, and the bytes that projects store (ADR 113).

-- Files that tools take and return; the bytes are in the file store. Of the uploaded files of a project no two have the same hash
-- and type. A file that a tool returned is a row of its own, because it belongs to the user of that call.
create table files (
  project_id text collate "C" not null references projects (id) on delete cascade,
  -- Part of a path in the store of files, also when it comes from another installation.
  id text collate "C" not null check (id ~ '^[A-Za-z0-9_-]+$'),
  filename text not null,
  mimetype text collate "C" not null,
  md5 text collate "C" not null,
  size integer check (size >= 0),
  toolkit_slug text collate "C" not null,
  tool_slug text collate "C" not null,
  is_result boolean not null,
  user_ids text[] collate "C" not null default '{}',
  signing_key text not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  -- Of a result that was cut for an agent: who may read the rest, and until when.
  reader text collate "C",
  expires_at timestamptz(3),
  primary key (project_id, id),
  check ((reader is null) = (expires_at is null))
);
create unique index files_by_content on files (project_id, md5, mimetype) where not is_result;
create index files_by_creation on files (project_id, created_at, id);
create index files_by_use on files (used_at);
create index files_by_end on files (expires_at) where expires_at is not null;

-- Changes of a sum of bytes, as account_counts has changes of a number, so that a quota costs no scan. Files and documents are
-- counted by triggers. Logs and events are written by every call: processes add up what they write and call `note_written` now
-- and then, and triggers count what is erased.
create table storage_counts (
  project_id text collate "C" not null references projects (id) on delete cascade,
  kind text collate "C" not null,
  bytes bigint not null
);
create index storage_counts_by_project on storage_counts (project_id, kind);

-- Room for bytes that are still arriving (functions/storage/reserve_storage.sql).
create table storage_reservations (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  kind text collate "C" not null,
  bytes bigint not null,
  expires_at timestamptz(3) not null,
  primary key (project_id, id)
);
