import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Every statement below reads a few entries at one end of an index. Statistics of a table that was empty a moment ago
 * would have the planner read all of it and sort.
 */
const byIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off";

/** Jobs have a state, and claims find them by kind, project and lane in time that the backlog has no part in (ADR 57). */
export const jobLanes: Migration = {
  name: "0014-job-lanes",
  endsEarlierVersions: true,
  statements: [
    `alter table jobs
      add column state text collate "C" not null default 'waiting'
        check (state in ('waiting', 'ready', 'leased', 'dead')),
      add column lane bigint not null default 0,
      add column sealed text`,
    // Row-level security that is forced on the owner of the table would hide all rows from it.
    `alter table jobs no force row level security`,
    `update jobs set state = case when dead_at is not null then 'dead' when lease_token is not null then 'leased'
      else 'waiting' end`,
    `alter table jobs force row level security`,

    // Few jobs have a unique key, and every index costs each job three entries: written, claimed, retried.
    `alter table jobs drop constraint jobs_project_id_kind_unique_key_key`,
    `create unique index jobs_by_unique_key on jobs (project_id, kind, unique_key) where unique_key is not null`,
    // A foreign key would look the project up for each job, and lock its row. This trigger deletes
    // the jobs of a deleted project instead; a job that is written meanwhile finds nothing to do.
    `alter table jobs drop constraint jobs_project_id_fkey`,
    `create function delete_jobs_of_project() returns trigger language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $$
      begin delete from jobs j where j.project_id = old.id; return null; end $$`,
    `create trigger delete_jobs after delete on projects for each row execute function delete_jobs_of_project()`,

    // A transaction that writes jobs wakes workers after its commit (notify-after-commit.ts).
    `drop trigger wake_workers on jobs`,
    `drop function notify_jobs`,

    `drop index jobs_due`,
    `drop index jobs_leased`,
    `create index jobs_waiting on jobs (kind, next_at) where state = 'waiting'`,
    `create index jobs_ready on jobs (kind, project_id, lane, next_at) where state = 'ready'`,
    `create index jobs_leased on jobs (kind, project_id, lane) where state = 'leased'`,
    `create index jobs_dead on jobs (dead_at) where dead_at is not null`,
    // Rows live for seconds, whatever their number: waiting for a share of the table to be dead, or sparing the disk,
    // would let claims step over what is gone.
    `alter table jobs set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
      autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000)`,

    // Rows are found by ctid, which no grant of columns includes.
    `grant select, update (state) on jobs to app_system`,
    `grant create on schema public to app_system`,
    `revoke execute on function delete_jobs_of_project from public`,
    `alter function delete_jobs_of_project owner to app_system`,
    `drop function claim_jobs`,

    // One kind. Projects take turns, beginning after the one that was served last, and lanes of a project beginning
    // at any place. Each gets a share first, and the rest goes to those that have more. Claims of one kind wait for
    // each other, so that counts of leased jobs are exact. A kind, project or lane that is full is passed over as a
    // whole: it costs one look, however many jobs it has.
    ...createSystemFunction(
      "claim_jobs(wanted text, at_most integer, per_project integer, per_lane integer, after_project text, from_lane bigint, lease_ms integer)",
      `returns table (project_id text, id text, kind text, payload jsonb, sealed text, attempt integer, lease_token uuid)
        language plpgsql ${byIndex}`,
      `#variable_conflict use_column
      declare
        unused integer := at_most; share integer; was_cut boolean; project text collate "C"; began_again boolean;
        last_project text collate "C"; last_lane bigint; is_only boolean;
        project_room integer; next_lane bigint; lane_began_again boolean; room integer; taken integer;
      begin
        update jobs j set state = 'ready' where j.ctid = any (array(
          select d.ctid from jobs d where d.state = 'waiting' and d.kind = wanted and d.next_at <= clock_timestamp()
          order by d.next_at limit 1000 for update skip locked));
        -- Entries of jobs that are gone stand at the beginning of a lane until they are vacuumed. One lane alone, which
        -- is the usual case where there are many jobs, is read twice and not for each question below.
        select j.project_id, j.lane into last_project, last_lane from jobs j
          where j.state = 'ready' and j.kind = wanted order by j.project_id desc, j.lane desc limit 1;
        if not found then
          return;
        end if;
        select j.project_id = last_project and j.lane = last_lane into is_only from jobs j
          where j.state = 'ready' and j.kind = wanted order by j.project_id, j.lane limit 1;
        -- A claim that a crash of the server forgets was never made; whoever made it loses its lease.
        perform set_config('synchronous_commit', 'off', true);
        perform pg_advisory_xact_lock(7266002, hashtext(wanted));
        for pass in 1..2 loop
          share := case when pass = 1 and not is_only then (at_most + 7) / 8 else at_most end;
          was_cut := false; project := after_project; began_again := false;
          while unused > 0 loop
            if is_only then
              exit when began_again;
              began_again := true; project := last_project;
            else
              select j.project_id into project from jobs j
                where j.state = 'ready' and j.kind = wanted and j.project_id > project order by j.project_id limit 1;
              if not found then
                exit when began_again;
                began_again := true; project := '';
                continue;
              end if;
              exit when began_again and project > after_project collate "C";
            end if;
            project_room := least(unused, per_project - (select count(*) from (select from jobs j
              where j.state = 'leased' and j.kind = wanted and j.project_id = project limit per_project) counted));
            next_lane := from_lane; lane_began_again := false;
            while project_room > 0 loop
              if is_only then
                exit when lane_began_again;
                lane_began_again := true; next_lane := last_lane;
              else
                select j.lane into next_lane from jobs j
                  where j.state = 'ready' and j.kind = wanted and j.project_id = project and j.lane >= next_lane
                  order by j.lane limit 1;
                if not found or (lane_began_again and next_lane >= from_lane) then
                  exit when lane_began_again;
                  lane_began_again := true; next_lane := -9223372036854775808;
                  continue;
                end if;
              end if;
              room := least(project_room, share);
              if next_lane <> 0 then
                room := least(room, per_lane - (select count(*) from (select from jobs j where j.state = 'leased'
                  and j.kind = wanted and j.project_id = project and j.lane = next_lane limit per_lane) counted));
              end if;
              if room > 0 then
                return query update jobs j set state = 'leased', attempt = j.attempt + 1,
                    lease_token = gen_random_uuid(),
                    leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
                  where j.ctid = any (array(select d.ctid from jobs d where d.state = 'ready' and d.kind = wanted
                    and d.project_id = project and d.lane = next_lane
                    order by d.next_at limit room for update skip locked))
                  returning j.project_id, j.id, j.kind, j.payload, j.sealed, j.attempt, j.lease_token;
                get diagnostics taken = row_count;
                was_cut := was_cut or taken = share;
                unused := unused - taken;
                project_room := project_room - taken;
              end if;
              exit when next_lane = 9223372036854775807;
              next_lane := next_lane + 1;
            end loop;
          end loop;
          exit when unused = 0 or not was_cut;
        end loop;
      end`,
    ),

    // The lease of a worker that is gone. A job whose last attempt was cut off with its worker is dead, so that a job
    // that kills its worker does not run again and again. Replicas of an earlier version give jobs back without a
    // state.
    ...createSystemFunction(
      "recover_jobs()",
      `returns integer language plpgsql ${byIndex}`,
      `declare recovered integer;
      begin
        update jobs j set lease_token = null, leased_until = null,
          state = case when j.attempt >= j.max_attempts then 'dead' when j.lease_token is null then 'waiting' else 'ready' end,
          dead_at = case when j.attempt >= j.max_attempts then clock_timestamp() end,
          last_error = case when j.attempt >= j.max_attempts then 'WorkerLost' else j.last_error end
        where j.ctid = any (array(select d.ctid from jobs d where d.state = 'leased'
          and (d.lease_token is null or d.leased_until <= clock_timestamp()) for update skip locked));
        get diagnostics recovered = row_count;
        return recovered;
      end`,
    ),
    ...createSystemFunction(
      "finish_jobs(projects text[], ids text[], tokens uuid[])",
      `returns table (lease_token uuid) language sql ${byIndex}`,
      `delete from jobs j using unnest(projects, ids, tokens) as done (project_id, id, token)
        where j.project_id = done.project_id and j.id = done.id and j.lease_token = done.token
        returning j.lease_token`,
    ),
    // Held leases are few, and found without an index of tokens.
    `drop function extend_job_leases`,
    ...createSystemFunction(
      "extend_job_leases(tokens uuid[], lease_ms integer)",
      `returns table (lease_token uuid) language sql ${byIndex}`,
      `update jobs j set leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
        where j.state = 'leased' and j.lease_token = any (tokens) and j.leased_until > clock_timestamp()
        returning j.lease_token`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
