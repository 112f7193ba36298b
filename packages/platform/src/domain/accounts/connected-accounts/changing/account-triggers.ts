import { sql } from "kysely";
import { readDatabaseNow } from "../../../../base/db/now.ts";
import { enqueueAll, type NewJob } from "../../../../base/jobs/enqueue.ts";
import type { Scope } from "../../../scope.ts";
import { emitEvent } from "../../../webhooks/deliveries/emit-event.ts";
import { buildTriggerDisabledBody } from "../../../webhooks/deliveries/event-bodies.ts";

/**
 * A job that polls the application for a trigger instance. Payload: the instance's `id`, which is the job's unique key
 * too.
 */
export const pollKind = "trigger.poll";

/** A poll that fails is an outcome. Attempts end only where a worker dies or the database cannot be reached. */
const mostBeginnings = 1_000;

/**
 * The hook of a trigger instance is registered at its application, or renewed. Payload: the instance's `id`, which is the job's
 * unique key too.
 */
export const registerHookKind = "trigger.register";

/**
 * Schedules the registration of the instances' hooks, after a delay or at once. Hooks that are registered by then are
 * skipped.
 */
export async function scheduleRegistrations(
  scope: Scope,
  ids: readonly string[],
  delayMs?: number,
): Promise<void> {
  await enqueueForEach(scope, ids, { kind: registerHookKind, delayMs });
}

/**
 * Schedules a poll for each instance, after a delay or at once. The new job replaces a job that is waiting or running.
 */
export async function schedulePolls(
  scope: Scope,
  ids: readonly string[],
  delayMs?: number,
): Promise<void> {
  await enqueueForEach(scope, ids, { kind: pollKind, maxAttempts: mostBeginnings, delayMs });
}

async function enqueueForEach(
  { trx, projectId }: Scope,
  ids: readonly string[],
  job: Pick<NewJob, "kind" | "maxAttempts" | "delayMs">,
): Promise<void> {
  await enqueueAll(
    trx,
    ids.map((id) => ({ ...job, projectId, uniqueKey: id, payload: { id } })),
  );
}

/** Cancels the polls and registrations of instances. A worker that has already taken one cannot store its result. */
export async function cancelTriggerJobs(
  { trx, projectId }: Scope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) {
    await trx
      .deleteFrom("jobs")
      .where("project_id", "=", projectId)
      .where("kind", "in", [pollKind, registerHookKind])
      .where(sql<boolean>`unique_key = any(${[...ids]}::text[])`)
      .execute();
  }
}

/** Why the service disables an instance, as `TriggerDisabledData` of the document describes it. */
export type DisabledReason =
  | "connection_expired"
  | "account_disabled"
  | "account_deleted"
  | "poll_failed"
  | "hook_failed"
  | "type_removed";

/** The account of instances. */
interface TriggersAccount {
  readonly id: string;
}

/**
 * Disables the enabled instances of an account, or one instance, in the name of the service, and emits
 * `platform.trigger.disabled` for each. They remember the items that they have seen, so they continue from there when
 * they are enabled again.
 */
export async function disableTriggers(
  scope: Scope,
  of: TriggersAccount | { readonly triggerId: string },
  reason: DisabledReason,
): Promise<void> {
  const { trx, projectId } = scope;
  const disabled = await trx
    .updateTable("trigger_instances")
    .set({ disabled_at: readDatabaseNow(), disabled_reason: reason, next_poll_at: null })
    .where("project_id", "=", projectId)
    .where((eb) =>
      "triggerId" in of ? eb("id", "=", of.triggerId) : eb("connected_account_id", "=", of.id),
    )
    .where("deleted_at", "is", null)
    .where("disabled_at", "is", null)
    .returning(["id", "connected_account_id", "user_id", "trigger_slug", "disabled_at"])
    .execute();
  for (const row of disabled) {
    await emitEvent(scope, {
      type: "platform.trigger.disabled",
      userId: row.user_id,
      body: (frame) =>
        buildTriggerDisabledBody(frame, projectId, {
          id: row.id,
          connected_account_id: row.connected_account_id,
          trigger_name: row.trigger_slug,
          user_id: row.user_id,
          disabled_at: (row.disabled_at ?? frame.at).toISOString(),
          disabled_reason: reason,
        }),
    });
  }
  await cancelTriggerJobs(
    scope,
    disabled.map((each) => each.id),
  );
}

/**
 * Enables the instances of an account that the service disabled. Each is polled at once, or registered if its hook is
 * missing or has expired.
 */
export async function resumeTriggers(scope: Scope, account: TriggersAccount): Promise<void> {
  const { trx, projectId } = scope;
  await trx
    .updateTable("trigger_instances")
    .set({ disabled_at: null, disabled_reason: null, poll_failures: 0 })
    .where("project_id", "=", projectId)
    .where("connected_account_id", "=", account.id)
    .where("deleted_at", "is", null)
    .where("disabled_reason", "is not", null)
    .execute();
  const enabled = await trx
    .selectFrom("trigger_instances")
    .select(["id", "kind"])
    .where("project_id", "=", projectId)
    .where("connected_account_id", "=", account.id)
    .where("deleted_at", "is", null)
    .where("disabled_at", "is", null)
    .execute();
  const idsOf = (kind: string): readonly string[] =>
    enabled.filter((each) => each.kind === kind).map(({ id }) => id);
  await schedulePolls(scope, idsOf("poll"));
  await scheduleRegistrations(scope, idsOf("webhook"));
}
