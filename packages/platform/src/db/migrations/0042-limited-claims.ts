import type { Migration } from "../migration-types.ts";
import { createSystemFunction } from "./system-function.ts";

/** Every statement below reads a few entries of an index: see 0016-job-leases.ts. */
const byIndex =
  "set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off";

/**
 * A claim says whether it passed over a lane or a project because it was full, with a last row without an id. Only then a job
 * that ends makes room for another one, and the worker claims again. A project with one lane, which is the usual case, costs
 * three statements instead of five.
 *
 * A claim also reads only the waiting jobs that are due. `clock_timestamp()` may change from row to row, so an index cannot
 * be searched by it, and each claim read all waiting jobs of a kind, such as the next poll of every instance. A subquery is
 * evaluated once.
 */
export const limitedClaims: Migration = {
  name: "0042-limited-claims",
  statements: [
    `grant create on schema public to app_system`,
    `drop function claim_jobs`,
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
        at_lane bigint; lowest_lane bigint; lane_began_again boolean; has_one_lane boolean; was_limited boolean := false;
        -- The room that each project has left, and the lanes that had more than their share.
        project_rooms integer[] := '{}'; more_projects text[] := '{}'; more_project_numbers integer[] := '{}';
        more_lanes bigint[] := '{}'; more_taken integer[] := '{}'; more_rooms integer[] := '{}';
      begin
        -- A claim that a crash of the server forgets was never made.
        perform set_config('synchronous_commit', 'off', true);
        update jobs j set state = 'ready' where j.ctid = any (array(
          select d.ctid from jobs d where d.state = 'waiting' and d.kind = wanted and d.next_at <= (select clock_timestamp())
          order by d.next_at limit 1000 for update skip locked));
        -- Entries of removed jobs remain at the beginning of a lane until they are vacuumed, so the end is read.
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
            select j.project_id, j.lane into project, lowest_lane from jobs j
              where j.state = 'ready' and j.kind = wanted and j.project_id > project
              order by j.project_id, j.lane limit 1;
            if not found then
              exit when began_again;
              began_again := true; project := '';
              continue;
            end if;
            exit when began_again and project > after_project collate "C";
          end if;
          project_room := per_project - coalesce((counts ->> project)::integer, 0);
          was_limited := was_limited or project_room <= 0;
          has_one_lane := is_only or project_room <= 0 or not exists (select from jobs j
            where j.state = 'ready' and j.kind = wanted and j.project_id = project and j.lane > lowest_lane);
          at_lane := from_lane; lane_began_again := false;
          while least(unused, project_room) > 0 loop
            if has_one_lane then
              exit when lane_began_again;
              lane_began_again := true; at_lane := case when is_only then last_lane else lowest_lane end;
            else
              select j.lane into at_lane from jobs j
                where j.state = 'ready' and j.kind = wanted and j.project_id = project and j.lane >= at_lane
                order by j.lane limit 1;
              if not found or (lane_began_again and at_lane >= from_lane) then
                exit when lane_began_again;
                lane_began_again := true; at_lane := lowest_lane;
                continue;
              end if;
            end if;
            room := least(unused, project_room);
            if at_lane <> 0 then
              room := least(room, per_lane - coalesce((counts ->> (project || '/' || at_lane))::integer, 0));
            end if;
            was_limited := was_limited or room <= 0;
            if room > 0 then
              taken := array(select j.ctid from jobs j where j.state = 'ready' and j.kind = wanted
                and j.project_id = project and j.lane = at_lane and not held ? j.id
                order by j.next_at limit least(room, share));
              claimed := claimed || taken;
              unused := unused - cardinality(taken);
              project_room := project_room - cardinality(taken);
              was_limited := was_limited or cardinality(taken) = room;
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
            was_limited := was_limited or cardinality(taken) = room;
            project_rooms[more_project_numbers[n]] := project_rooms[more_project_numbers[n]] - cardinality(taken);
          end if;
        end loop;

        if cardinality(claimed) = 0 then
          update job_leases l set project_ids = kept_projects, lanes = kept_lanes, ids = kept_ids
            where l.worker = asking and l.kind = wanted and had <> cardinality(kept_ids);
          return query select null::text, null::text, wanted, null::jsonb, null::text, null::integer where was_limited;
          return;
        end if;
        return query with jobs_taken as materialized (
            select t.project_id, t.id, t.lane, t.payload, t.sealed, t.attempt
              from (select * from jobs j where j.ctid = any (claimed) offset 0) t
              where t.kind = wanted and t.state = 'ready'),
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
        return query select null::text, null::text, wanted, null::jsonb, null::text, null::integer where was_limited;
      end`,
    ),

    `revoke create on schema public from app_system`,
  ],
};
