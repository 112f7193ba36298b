import { readDatabaseNow } from "../../../base/db/now.ts";
import { cancelTriggerJobs } from "../../accounts/connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../scope.ts";
import { isOneOf, type LockedTrigger, lockTrigger, selectTriggers } from "./trigger-rows.ts";

/**
 * Deletes an instance. A tombstone without its configuration stays.
 *
 * @returns the instance as it was before
 * @throws PlatformError `Trigger_InstanceNotFound`
 */
export async function deleteTrigger(scope: Scope, id: string): Promise<LockedTrigger> {
  const trigger = await lockTrigger(scope, id);
  await endTriggers(scope, [id]);
  return trigger;
}

/** Deletes the instances of accounts that end. The caller has locked the accounts. */
export async function endTriggersOfAccounts(
  scope: Scope,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) {
    return;
  }
  const rows = await selectTriggers(scope)
    .select("id")
    .where(isOneOf("connected_account_id", accountIds))
    .orderBy("id")
    .forUpdate()
    .execute();
  await endTriggers(
    scope,
    rows.map(({ id }) => id),
  );
}

/**
 * Removes the instances of a user permanently, including tombstones, and returns their number. The caller has locked
 * the user's accounts.
 */
export async function eraseTriggersOfUser(scope: Scope, userId: string): Promise<number> {
  const { trx, projectId } = scope;
  const erased = await trx
    .deleteFrom("trigger_instances")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .returning("id")
    .execute();
  const ids = erased.map(({ id }) => id);
  await cancelTriggerJobs(scope, ids);
  return ids.length;
}

async function endTriggers(scope: Scope, ids: readonly string[]): Promise<void> {
  const { trx, projectId } = scope;
  if (ids.length === 0) {
    return;
  }
  await trx
    .updateTable("trigger_instances")
    .set({
      config: "{}",
      disabled_at: null,
      disabled_reason: null,
      token_hash: null,
      secrets: null,
      registration: null,
      registration_expires_at: null,
      watermark: null,
      oldest_item: null,
      next_poll_at: null,
      deleted_at: readDatabaseNow(),
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", projectId)
    .where(isOneOf("id", ids))
    .execute();
  await trx
    .deleteFrom("trigger_items")
    .where("project_id", "=", projectId)
    .where(isOneOf("trigger_id", ids))
    .execute();
  await cancelTriggerJobs(scope, ids);
}
