import { enqueue } from "../../jobs/enqueue.ts";
import type { Scope } from "../scope.ts";
import { pollKind } from "./job-kinds.ts";
import { isOneOf } from "./trigger-rows.ts";

/** A poll that fails is an outcome. Attempts end only where a worker dies or the database cannot be reached. */
const mostBeginnings = 1_000;

/** Polls an instance after so long, or at once. A job that waits or runs for it gives way to this one. */
export async function schedulePoll(
  { trx, projectId }: Scope,
  id: string,
  delayMs?: number,
): Promise<void> {
  await enqueue(trx, {
    projectId,
    kind: pollKind,
    uniqueKey: id,
    payload: { id },
    maxAttempts: mostBeginnings,
    ...(delayMs === undefined ? {} : { delayMs }),
  });
}

/** Takes back the polls of instances. A worker that has one by now can store nothing of it. */
export async function cancelPolls(
  { trx, projectId }: Scope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", projectId)
    .where("kind", "=", pollKind)
    .where(isOneOf("unique_key", ids))
    .execute();
}
