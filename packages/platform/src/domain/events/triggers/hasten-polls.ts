import { sql } from "kysely";
import { notifyAfterCommit } from "../../../base/db/transactions/notify-after-commit.ts";
import { pollKind } from "../../accounts/connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../scope.ts";
import { isOneOf, selectTriggers } from "./trigger-rows.ts";

/** Seconds between two polls of an instance whose application sends one notification after another. */
export const pollAgainSeconds = 2;

/**
 * Makes the next polls of instances due at once, because their application says that something changed. A poll that is running
 * finds in its job that another one has to follow: its list may have been read before the change. Polls that fail keep their
 * time, so that an application that asks for a pause gets it.
 */
export async function hastenPolls(scope: Scope, ids: readonly string[]): Promise<void> {
  const { trx, projectId } = scope;
  if (ids.length === 0) {
    return;
  }
  // A poll stores its result under the lock of its instance, and replaces its job. So the job that is found is the current one.
  await selectTriggers(scope)
    .select("id")
    .where(isOneOf("id", ids))
    .orderBy("id")
    .forKeyShare()
    .execute();
  const due = sql`greatest(now(), t.last_polled_at + make_interval(secs => ${pollAgainSeconds}))`;
  await sql`update jobs j
    set payload = j.payload || jsonb_build_object('notified', ${crypto.randomUUID()}::text),
      next_at = case when t.poll_failures = 0 and j.state = 'waiting' then least(j.next_at, ${due}) else j.next_at end
    from trigger_instances t
    where j.project_id = ${projectId} and j.kind = ${pollKind} and j.unique_key = any(${[...ids]}::text[])
      and j.state <> 'dead' and t.project_id = j.project_id and t.id = j.unique_key and t.disabled_at is null`.execute(
    trx,
  );
  notifyAfterCommit(trx, "jobs");
}

/**
 * Returns whether a notification arrived since a poll began. The instance has to be locked.
 *
 * @param notified `notified` of the job's payload when it began
 */
export async function wasNotified(
  { trx, projectId }: Scope,
  id: string,
  notified: unknown,
): Promise<boolean> {
  const job = await trx
    .selectFrom("jobs")
    .select("payload")
    .where("project_id", "=", projectId)
    .where("kind", "=", pollKind)
    .where("unique_key", "=", id)
    .executeTakeFirst();
  return job !== undefined && job.payload.notified !== notified;
}
