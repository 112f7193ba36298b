import type { RawBuilder } from "kysely";
import type { ScopedTransaction } from "../db/scoped.ts";
import { createId } from "../ids.ts";
import type { JobPayload } from "./job-types.ts";

/** A job to be done. */
export interface NewJob {
  readonly projectId: string;
  readonly kind: string;
  readonly payload?: JobPayload;
  /** Not before this time by the database's clock (`databaseNowPlus`, or a time that it gave); at once when it is left out. */
  readonly at?: Date | RawBuilder<Date>;
  /** How often it is begun at most before it is dead. The default, 10, is about 15 hours of trying. */
  readonly maxAttempts?: number;
  /** A job of this kind and key that waits already is moved to the new time instead of a second one being made. */
  readonly uniqueKey?: string;
}

/** With the delays of `backoffMs`, ten attempts reach over most of a day: longer than usual outages. */
const defaultMaxAttempts = 10;

/**
 * Writes a job in the transaction that causes it: it exists if and only if that commits. Workers wake up then.
 *
 * @returns the id of the job
 */
export async function enqueue(trx: ScopedTransaction, job: NewJob): Promise<string> {
  const written = await trx
    .insertInto("jobs")
    .values({
      project_id: job.projectId,
      id: createId("job"),
      kind: job.kind,
      payload: JSON.stringify(job.payload ?? {}),
      max_attempts: job.maxAttempts ?? defaultMaxAttempts,
      unique_key: job.uniqueKey ?? null,
      ...(job.at === undefined ? {} : { next_at: job.at }),
    })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "kind", "unique_key"]).doUpdateSet((eb) => ({
        next_at: eb.ref("excluded.next_at"),
        payload: eb.ref("excluded.payload"),
        // It is asked for anew, so it begins anew; a worker that has the old one loses it.
        attempt: 0,
        dead_at: null,
        lease_token: null,
        leased_until: null,
      })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return written.id;
}

/** Takes back the job of this kind and key, if there is one. A worker that has it by now loses its lease. */
export async function cancelJob(
  trx: ScopedTransaction,
  job: { readonly projectId: string; readonly kind: string; readonly uniqueKey: string },
): Promise<void> {
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", job.projectId)
    .where("kind", "=", job.kind)
    .where("unique_key", "=", job.uniqueKey)
    .execute();
}
