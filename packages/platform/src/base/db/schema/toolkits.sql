-- The toolkits that projects imported, and their compiled forms (ADR 63).

-- Documents are stored compressed. A document of 13 MB as a parameter of a statement takes several times its size of the
-- database's memory, and PGlite, which is part of the process, never returns it.
create table project_toolkits (
  project_id text collate "C" not null references projects (id) on delete cascade,
  id text collate "C" not null,
  slug text collate "C" not null,
  version text not null,
  packed_document bytea not null,
  document_hash bytea not null,
  auth_schemes text[],
  tool_slugs text[] not null,
  tool_identities text[] not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id)
);
create unique index project_toolkits_by_version on project_toolkits (project_id, slug, version) where deleted_at is null;
alter table project_toolkits alter column packed_document set storage external;

-- One for each version of the code, because replicas of two versions can serve. What lists need of a toolkit is one row, and
-- each tool is a row of its own.
create table project_outlines (
  project_id text collate "C" not null,
  toolkit_id text collate "C" not null,
  format integer not null,
  outline bytea not null,
  primary key (project_id, toolkit_id, format),
  foreign key (project_id, toolkit_id) references project_toolkits (project_id, id) on delete cascade
);
create table project_tools (
  project_id text collate "C" not null,
  toolkit_id text collate "C" not null,
  format integer not null,
  slug text collate "C" not null,
  record bytea not null,
  execution bytea not null,
  primary key (project_id, toolkit_id, format, slug),
  foreign key (project_id, toolkit_id, format)
    references project_outlines (project_id, toolkit_id, format) on delete cascade
);
-- They are compressed already.
alter table project_outlines alter column outline set storage external;
alter table project_tools alter column record set storage external, alter column execution set storage external;
