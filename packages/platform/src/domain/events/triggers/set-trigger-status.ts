import { readDatabaseNow } from "../../../base/db/now.ts";
import { PlatformError } from "../../../base/errors.ts";
import {
  cancelTriggerJobs,
  schedulePolls,
} from "../../accounts/connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../scope.ts";
import { canCall, type LockedTrigger, lockTrigger } from "./trigger-rows.ts";

/**
 * Switches an instance on or off for its owner. Switching off forgets the items that it has seen, so the first poll
 * after switching on does not fire.
 *
 * @returns the instance as it was before
 * @throws PlatformError `Trigger_InstanceNotFound`, `Trigger_AlreadyInState`
 */
export async function setTriggerStatus(
  scope: Scope,
  id: string,
  status: "enable" | "disable",
): Promise<LockedTrigger> {
  const trigger = await lockTrigger(scope, id);
  const isEnabled = trigger.row.disabled_at === null;
  if (isEnabled === (status === "enable")) {
    throw new PlatformError("Trigger_AlreadyInState");
  }
  if (status === "enable") {
    await enable(scope, trigger);
  } else {
    await disable(scope, id);
  }
  return trigger;
}

/**
 * Instances are polled only while their account is ACTIVE. When the account becomes ACTIVE, that event schedules the
 * first poll.
 */
async function enable(scope: Scope, trigger: LockedTrigger): Promise<void> {
  const { trx, projectId } = scope;
  const { row } = trigger;
  await trx
    .updateTable("trigger_instances")
    .set({
      disabled_at: null,
      disabled_reason: null,
      poll_failures: 0,
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", row.id)
    .execute();
  if (row.kind === "poll" && canCall(trigger)) {
    await schedulePolls(scope, [row.id]);
  }
}

async function disable(scope: Scope, id: string): Promise<void> {
  const { trx, projectId } = scope;
  await trx
    .updateTable("trigger_instances")
    .set({
      disabled_at: readDatabaseNow(),
      disabled_reason: null,
      watermark: null,
      oldest_item: null,
      next_poll_at: null,
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
  await trx
    .deleteFrom("trigger_items")
    .where("project_id", "=", projectId)
    .where("trigger_id", "=", id)
    .execute();
  await cancelTriggerJobs(scope, [id]);
}
