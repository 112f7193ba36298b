-- Jobs, and what workers hold of them (ADR 57).

-- A job has no foreign key to its project (functions/projects/delete_rows_of_project.sql). Few jobs have a unique key, and each index costs
-- a job three entries: written, claimed, retried.
create table jobs (
  project_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null,
  payload jsonb not null default '{}',
  sealed text,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'ready', 'dead')),
  lane bigint not null default 0,
  unique_key text collate "C",
  next_at timestamptz(3) not null default now(),
  attempt integer not null default 0,
  max_attempts integer not null,
  last_error text,
  dead_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
)
-- Rows live for seconds, whatever their number. Waiting for a share of the table to be dead, or sparing the disk, would let
-- claims step over rows that are gone.
with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000
);
create unique index jobs_by_unique_key on jobs (project_id, kind, unique_key) where unique_key is not null;
create index jobs_waiting on jobs (kind, next_at) where state = 'waiting';
-- Numbers are compared faster than texts, so a job is written faster.
create index jobs_ready on jobs (hashtextextended(kind, 0), hashtextextended(project_id, 0), lane, next_at)
  where state = 'ready';
create index jobs_dead on jobs (dead_at) where dead_at is not null;

-- Of a worker, for all jobs of a kind that it has. The lists go together: the first entries of the three are one job.
create table job_leases (
  worker uuid not null,
  kind text collate "C" not null,
  leased_until timestamptz(3) not null,
  project_ids text[] collate "C" not null,
  lanes bigint[] not null,
  ids text[] collate "C" not null,
  primary key (worker, kind)
)
with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 5000
);
