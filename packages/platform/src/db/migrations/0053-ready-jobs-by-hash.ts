import type { Migration } from "../migration-types.ts";
import { replaceInFunction } from "./replace-in-function.ts";

/** Parts of `claim_jobs` and their new text. Each replaces all occurrences, in this order. */
const replacements: readonly (readonly [before: string, after: string])[] = [
  [
    `last_project text collate "C"; last_lane`,
    "wanted_kind bigint := hashtextextended(wanted, 0); last_project bigint; last_lane",
  ],
  [
    `project text collate "C" := after_project; began_again`,
    `served_last bigint := hashtextextended(after_project, 0); project bigint := served_last; began_again`,
  ],
  ["more_projects text[]", "more_projects bigint[]"],
  [
    "j.state = 'ready' and j.kind = wanted",
    "j.state = 'ready' and hashtextextended(j.kind, 0) = wanted_kind",
  ],
  // Without all columns of the index, PostgreSQL sorts: row-level security keeps it from seeing that a hash is constant.
  ["order by j.project_id desc", "order by hashtextextended(j.kind, 0) desc, j.project_id desc"],
  ["order by j.project_id, j.lane", "order by hashtextextended(j.kind, 0), j.project_id, j.lane"],
  ["order by j.lane", "order by hashtextextended(j.kind, 0), j.project_id, j.lane"],
  ["order by j.next_at", "order by hashtextextended(j.kind, 0), j.project_id, j.lane, j.next_at"],
  ["j.project_id", "hashtextextended(j.project_id, 0)"],
  ["h.project_id as place", "hashtextextended(h.project_id, 0)::text as place"],
  ["h.project_id || '/'", "hashtextextended(h.project_id, 0) || '/'"],
  ["f.project_id", "f.project"],
  [
    "from (select hashtextextended(j.project_id, 0), j.lane",
    "from (select hashtextextended(j.project_id, 0) as project, j.lane",
  ],
  ["counts ->> f.project)", "counts ->> f.project::text)"],
  ["counts ->> project)", "counts ->> project::text)"],
  ["project := '';", "project := -9223372036854775808;"],
  [`project > after_project collate "C"`, "project > served_last"],
  [
    `order by t.project_id <= after_project collate "C", t.project_id`,
    "order by hashtextextended(t.project_id, 0) <= served_last, hashtextextended(t.project_id, 0)",
  ],
];

/**
 * The index of ready jobs has the hashes of a job's kind and project, as it has the hash of its lane. Numbers are compared
 * faster than texts, so a job is written faster (ADR 57).
 */
export const readyJobsByHash: Migration = {
  name: "0053-ready-jobs-by-hash",
  statements: [
    `drop index jobs_ready`,
    `create index jobs_ready on jobs (hashtextextended(kind, 0), hashtextextended(project_id, 0), lane, next_at)
      where state = 'ready'`,
    ...replacements.map(([before, after]) => replaceInFunction("claim_jobs", before, after)),
    // The jobs of an ended lease are found by their ids. `coalesce` keeps the planner from reading all ready jobs instead.
    replaceInFunction(
      "recover_jobs",
      "and f.state = 'ready'",
      "and coalesce(f.state, '') = 'ready'",
    ),
  ],
};
