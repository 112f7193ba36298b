import { sql } from "kysely";
import {
  registerHookKind,
  scheduleRegistrations,
} from "../../../accounts/connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../../scope.ts";
import type { TriggerRow } from "../../triggers/trigger-record.ts";
import { readReceivingApp } from "../app-credentials.ts";
import { dropHook } from "./schedule-removal.ts";

/**
 * Has the application watch the list of an instance that was polled: the first time, after the account came back, and after an
 * update of the toolkit. Later registrations renew the watch before it expires. A watch that the type does not have any more is
 * stopped, and so is one whose auth config no longer has the values that it needs.
 *
 * @param row locked
 */
export async function keepWatch(scope: Scope, row: TriggerRow, isWatched: boolean): Promise<void> {
  if (!(isWatched && (await canBeWatched(scope, row)))) {
    await dropHook(scope, row);
    return;
  }
  const { trx, projectId } = scope;
  const { isPlanned, delay } = await trx
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom("jobs")
            .where("project_id", "=", projectId)
            .where("kind", "=", registerHookKind)
            .where("unique_key", "=", row.id)
            .where("state", "<>", "dead"),
        )
        .as("isPlanned"),
      sql<number>`coalesce(1000 * extract(epoch from ${row.hook_renew_at}::timestamptz - now()), 0)::float8`.as(
        "delay",
      ),
    ])
    .executeTakeFirstOrThrow();
  if (!isPlanned) {
    await scheduleRegistrations(scope, [row.id], Math.max(0, delay));
  }
}

/** The app has to be set up to receive notifications. Otherwise the instance is polled as if it had no watch. */
async function canBeWatched(scope: Scope, row: TriggerRow): Promise<boolean> {
  const settings = scope.catalog.findToolkit(row.toolkit_slug)?.webhooks;
  return (
    settings?.address !== "auth_config" ||
    (await readReceivingApp(scope, settings, row))?.credentials !== undefined
  );
}
