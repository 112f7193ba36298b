import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/**
 * Every statement below reads a few entries of an index. Statistics of a table that was empty a moment ago would have the
 * planner read all of it and sort, and its guess at the costs would have it compile statements that take a millisecond.
 */
const byIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off";

/** For statements that find rows of a list by their keys. */
const eachByIndex = `${byIndex} set enable_hashjoin = off set enable_mergejoin = off`;

/** A claim writes one row, the worker's lease, and none of the jobs that it takes (ADR 57). */
export const jobLeases: Migration = {
  name: "0016-job-leases",
  endsEarlierVersions: true,
  statements: [
    `drop function claim_jobs`,
    `drop function recover_jobs`,
    `drop function finish_jobs`,
    `drop function extend_job_leases`,
    `drop index jobs_leased`,
    // Forced on the owner of the table, it would hide all rows from it.
    `alter table jobs no force row level security`,
    // Their workers are gone, and their attempts were counted as they began.
    `update jobs set state = 'ready' where state = 'leased'`,
    `alter table jobs force row level security`,
    `alter table jobs drop constraint jobs_state_check, drop column lease_token, drop column leased_until,
      add constraint jobs_state_check check (state in ('waiting', 'ready', 'dead'))`,

    // Of a worker, for all jobs of a kind that it has. The lists go together: the first entries of the three are one job.
    `create table job_leases (
      worker uuid not null,
      kind text collate "C" not null,
      leased_until timestamptz(3) not null,
      project_ids text[] collate "C" not null,
      lanes bigint[] not null,
      ids text[] collate "C" not null,
      primary key (worker, kind)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
      toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 5000)`,
    `alter table job_leases enable row level security, force row level security`,
    `create policy system on job_leases to app_system using (true)`,
    `grant select, insert, update, delete on job_leases to app_system`,

    // A function of plpgsql is planned once for each connection; row-level security holds for its caller. `on
    // conflict` writes each row twice, and few jobs have a key.
    `create function add_jobs(new_jobs json, have_keys boolean) returns void language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      begin
        if have_keys then
          insert into jobs (project_id, id, kind, payload, sealed, max_attempts, unique_key, lane, state, next_at)
          select n.project_id, n.id, n.kind, n.payload, n.sealed, n.max_attempts, n.unique_key,
            coalesce(hashtextextended(n.lane, 0), 0),
            case when n.at is null and n.delay_ms is null then 'ready' else 'waiting' end,
            coalesce(n.at, now()) + make_interval(secs => coalesce(n.delay_ms, 0) / 1000)
          from json_to_recordset(new_jobs) as n (project_id text, id text, kind text, payload jsonb,
            sealed text, max_attempts integer, unique_key text, lane text, at timestamptz, delay_ms float8)
          on conflict (project_id, kind, unique_key) where unique_key is not null do update set
            -- It is asked for anew, so it begins anew: under its new id nobody has it.
            id = excluded.id, payload = excluded.payload, sealed = excluded.sealed, max_attempts = excluded.max_attempts,
            lane = excluded.lane, state = excluded.state, next_at = excluded.next_at,
            attempt = 0, dead_at = null, last_error = null;
        else
          insert into jobs (project_id, id, kind, payload, sealed, max_attempts, lane, state, next_at)
          select n.project_id, n.id, n.kind, n.payload, n.sealed, n.max_attempts,
            coalesce(hashtextextended(n.lane, 0), 0),
            case when n.at is null and n.delay_ms is null then 'ready' else 'waiting' end,
            coalesce(n.at, now()) + make_interval(secs => coalesce(n.delay_ms, 0) / 1000)
          from json_to_recordset(new_jobs) as n (project_id text, id text, kind text, payload jsonb,
            sealed text, max_attempts integer, lane text, at timestamptz, delay_ms float8);
        end if;
      end $$`,
    `revoke execute on function add_jobs from public`,
    `grant execute on function add_jobs to app`,

    `grant create on schema public to app_system`,

    // One kind. Projects take turns beginning after the one that was served last, and lanes of a project beginning at
    // any place; each gets a share first, and the rest goes to those that had more. A full one costs one look,
    // however many jobs it has. Claims of one kind wait for each other, so that nothing is taken twice and limits hold.
    //
    // `still_held` are the jobs of this kind that the worker has. Other jobs of its lease were done or given back,
    // or the answer that brought them was lost; jobs that the lease does not have any more stay lost.
    ...createSystemFunction(
      "claim_jobs(asking uuid, still_held text[], wanted text, at_most integer, per_project integer, per_lane integer, after_project text, from_lane bigint, lease_ms integer)",
      `returns table (project_id text, id text, kind text, payload jsonb, sealed text, attempt integer)
        language plpgsql ${byIndex}`,
      `#variable_conflict use_column
      declare
        last_project text collate "C"; last_lane bigint; is_only boolean; has_ready boolean;
        had integer; kept_projects text[]; kept_lanes bigint[]; kept_ids text[]; held jsonb; counts jsonb;
        unused integer := at_most; share integer; claimed tid[] := '{}'; taken tid[];
        project text collate "C" := after_project; began_again boolean := false; project_room integer; room integer;
        at_lane bigint; lane_began_again boolean;
        -- The room that each project has left, and the lanes that had more than their share.
        project_rooms integer[] := '{}'; more_projects text[] := '{}'; more_project_numbers integer[] := '{}';
        more_lanes bigint[] := '{}'; more_taken integer[] := '{}'; more_rooms integer[] := '{}';
      begin
        -- A claim that a crash of the server forgets was never made.
        perform set_config('synchronous_commit', 'off', true);
        update jobs j set state = 'ready' where j.ctid = any (array(
          select d.ctid from jobs d where d.state = 'waiting' and d.kind = wanted and d.next_at <= clock_timestamp()
          order by d.next_at limit 1000 for update skip locked));
        -- Entries of jobs that are gone stand at the beginning of a lane until they are vacuumed, so the end is read.
        select j.project_id, j.lane into last_project, last_lane from jobs j
          where j.state = 'ready' and j.kind = wanted order by j.project_id desc, j.lane desc limit 1;
        has_ready := found and at_most > 0;
        if not has_ready and not exists (select from job_leases l
          where l.worker = asking and l.kind = wanted and cardinality(l.ids) <> cardinality(still_held)) then
          return;
        end if;
        is_only := not exists (select from jobs j where j.state = 'ready' and j.kind = wanted
          and (j.project_id, j.lane) < (last_project, last_lane));

        perform pg_advisory_xact_lock(7266002, hashtext(wanted));
        -- Locked, so that nobody declares it lost meanwhile.
        select cardinality(l.ids) into had from job_leases l where l.worker = asking and l.kind = wanted
          for no key update;
        select coalesce(array_agg(h.project_id), '{}'), coalesce(array_agg(h.lane), '{}'), coalesce(array_agg(h.id), '{}')
          into kept_projects, kept_lanes, kept_ids
          from job_leases l, unnest(l.project_ids, l.lanes, l.ids) as h (project_id, lane, id)
          where l.worker = asking and l.kind = wanted and h.id in (select unnest(still_held));
        if has_ready then
          with all_held as (
            select h.project_id, h.lane, h.id
              from job_leases l, unnest(l.project_ids, l.lanes, l.ids) as h (project_id, lane, id)
              where l.kind = wanted and l.worker <> asking
            union all select * from unnest(kept_projects, kept_lanes, kept_ids)),
          places as (
            select h.project_id as place, count(*) as n from all_held h group by 1
            union all
            select h.project_id || '/' || h.lane, count(*) from all_held h where h.lane <> 0 group by 1)
          select coalesce((select jsonb_object_agg(h.id, null) from all_held h), '{}'),
            coalesce((select jsonb_object_agg(p.place, p.n) from places p), '{}') into held, counts;
        end if;

        share := case when is_only then at_most else (at_most + 7) / 8 end;
        while has_ready and unused > 0 loop
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
          project_room := per_project - coalesce((counts ->> project)::integer, 0);
          at_lane := from_lane; lane_began_again := false;
          while least(unused, project_room) > 0 loop
            if is_only then
              exit when lane_began_again;
              lane_began_again := true; at_lane := last_lane;
            else
              select j.lane into at_lane from jobs j
                where j.state = 'ready' and j.kind = wanted and j.project_id = project and j.lane >= at_lane
                order by j.lane limit 1;
              if not found or (lane_began_again and at_lane >= from_lane) then
                exit when lane_began_again;
                lane_began_again := true; at_lane := -9223372036854775808;
                continue;
              end if;
            end if;
            room := least(unused, project_room);
            if at_lane <> 0 then
              room := least(room, per_lane - coalesce((counts ->> (project || '/' || at_lane))::integer, 0));
            end if;
            if room > 0 then
              taken := array(select j.ctid from jobs j where j.state = 'ready' and j.kind = wanted
                and j.project_id = project and j.lane = at_lane and not held ? j.id
                order by j.next_at limit least(room, share));
              claimed := claimed || taken;
              unused := unused - cardinality(taken);
              project_room := project_room - cardinality(taken);
              if cardinality(taken) = share and room > share then
                more_projects := more_projects || project;
                more_project_numbers := more_project_numbers || cardinality(project_rooms) + 1;
                more_lanes := more_lanes || at_lane;
                more_taken := more_taken || share;
                more_rooms := more_rooms || (room - share);
              end if;
            end if;
            exit when at_lane = 9223372036854775807;
            at_lane := at_lane + 1;
          end loop;
          project_rooms := project_rooms || project_room;
        end loop;
        for n in 1..cardinality(more_lanes) loop
          room := least(unused, more_rooms[n], project_rooms[more_project_numbers[n]]);
          if room > 0 then
            taken := array(select j.ctid from jobs j where j.state = 'ready' and j.kind = wanted
              and j.project_id = more_projects[n] and j.lane = more_lanes[n] and not held ? j.id
              order by j.next_at offset more_taken[n] limit room);
            claimed := claimed || taken;
            unused := unused - cardinality(taken);
            project_rooms[more_project_numbers[n]] := project_rooms[more_project_numbers[n]] - cardinality(taken);
          end if;
        end loop;

        if cardinality(claimed) = 0 then
          update job_leases l set project_ids = kept_projects, lanes = kept_lanes, ids = kept_ids
            where l.worker = asking and l.kind = wanted and had <> cardinality(kept_ids);
          return;
        end if;
        return query with jobs_taken as materialized (
            select j.project_id, j.id, j.lane, j.payload, j.sealed, j.attempt from jobs j
              where j.ctid = any (claimed) and j.kind = wanted and j.state = 'ready'),
          lease as (
            insert into job_leases as l (worker, kind, leased_until, project_ids, lanes, ids)
            select asking, wanted, clock_timestamp() + make_interval(secs => lease_ms / 1000.0),
              kept_projects || array_agg(t.project_id), kept_lanes || array_agg(t.lane), kept_ids || array_agg(t.id)
              from jobs_taken t having count(*) > 0
            on conflict (worker, kind) do update set leased_until = excluded.leased_until,
              project_ids = excluded.project_ids, lanes = excluded.lanes, ids = excluded.ids)
          -- In the order of turns: the last one is the one after which the next claim begins.
          select t.project_id, t.id, wanted, t.payload, t.sealed, t.attempt + 1 from jobs_taken t
            order by t.project_id <= after_project collate "C", t.project_id;
      end`,
    ),

    // The jobs of workers that are gone. The attempt counts. So a job that kills its worker does not run again and
    // again, and a worker that was only suspended learns that its attempt has ended.
    ...createSystemFunction(
      "recover_jobs()",
      `returns integer language plpgsql ${eachByIndex}`,
      `declare recovered integer;
      begin
        with gone as (
          delete from job_leases l where l.ctid = any (array(select d.ctid from job_leases d
            where d.leased_until <= clock_timestamp() for update skip locked)) returning l.*)
        update jobs j set attempt = j.attempt + 1,
          state = case when j.attempt + 1 >= j.max_attempts then 'dead' else j.state end,
          dead_at = case when j.attempt + 1 >= j.max_attempts then clock_timestamp() end,
          last_error = case when j.attempt + 1 >= j.max_attempts then 'WorkerLost' else j.last_error end
        from gone g, unnest(g.project_ids, g.ids) as h (project_id, id)
        where j.project_id = h.project_id and j.id = h.id and j.state = 'ready';
        get diagnostics recovered = row_count;
        return recovered;
      end`,
    ),
    ...createSystemFunction(
      "finish_jobs(project_ids text[], ids text[], attempts integer[])",
      `returns table (finished_id text, finished_attempt integer) language plpgsql ${eachByIndex}`,
      `begin
        return query delete from jobs j using unnest(project_ids, ids, attempts) as done (project_id, id, attempt)
          where j.project_id = done.project_id and j.id = done.id and j.attempt = done.attempt - 1
          returning j.id, done.attempt;
      end`,
    ),
    // A lease that a claim has in hand is extended by that claim, and not waited for.
    ...createSystemFunction(
      "extend_job_leases(asking uuid, lease_ms integer)",
      "returns table (held_id text) language plpgsql",
      `begin
        perform set_config('synchronous_commit', 'off', true);
        update job_leases l set leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
          where l.ctid = any (array(select d.ctid from job_leases d
            where d.worker = asking and d.leased_until > clock_timestamp() for no key update skip locked));
        return query select unnest(l.ids) from job_leases l
          where l.worker = asking and l.leased_until > clock_timestamp();
      end`,
    ),
    `revoke create on schema public from app_system`,
  ],
};
