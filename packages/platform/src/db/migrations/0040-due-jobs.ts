import type { Migration } from "../migration-types.ts";

/**
 * Two statements of jobs read more entries of their indexes than they needed, which the plans beside 100,000 trigger instances showed
 * (`npm run soak -- scale`). Each function keeps the rest of its text, its owner and its grants.
 */
export const dueJobs: Migration = {
  name: "0040-due-jobs",
  statements: [
    // `clock_timestamp()` may change from row to row, so an index cannot be searched by it: each claim read all waiting jobs of a kind,
    // such as the next poll of every instance. A subquery is evaluated once.
    replaceInFunction(
      "claim_jobs",
      "d.next_at <= clock_timestamp()",
      "d.next_at <= (select clock_timestamp())",
    ),
    // With a condition that the partial index has too, the planner read all ready jobs and compared their places.
    replaceInFunction(
      "recover_jobs",
      "where j.state = ''ready'' and j.ctid = any",
      "where coalesce(j.state, '''') = ''ready'' and j.ctid = any",
    ),
  ],
};

/** Texts are inside single quotes. */
function replaceInFunction(name: string, before: string, after: string): string {
  return `do $migration$
    declare definition text := pg_get_functiondef('${name}'::regproc);
    begin
      if position('${before}' in definition) = 0 then
        raise exception '${name} has no %', '${before}';
      end if;
      execute replace(definition, '${before}', '${after}');
    end $migration$`;
}
