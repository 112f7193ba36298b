import type { Migration } from "../migration-types.ts";

const before = "where j.state = ''ready'' and j.ctid = any";

/** With a condition that the partial index has too, the planner read all ready jobs and compared their places. */
const after = "where coalesce(j.state, '''') = ''ready'' and j.ctid = any";

/**
 * The search for ended leases read more entries of an index than it needed, which the plans beside 100,000 trigger
 * instances showed (`npm run soak -- scale`). One condition of the function is replaced; it keeps the rest of its text,
 * its owner and its grants. Texts are inside single quotes.
 */
export const dueJobs: Migration = {
  name: "0040-due-jobs",
  statements: [
    `do $migration$
      declare definition text := pg_get_functiondef('recover_jobs'::regproc);
      begin
        if position('${before}' in definition) = 0 then
          raise exception 'recover_jobs has no %', '${before}';
        end if;
        execute replace(definition, '${before}', '${after}');
      end $migration$`,
  ],
};
