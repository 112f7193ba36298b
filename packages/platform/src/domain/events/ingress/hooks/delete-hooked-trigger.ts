import type { Scope } from "../../../scope.ts";
import { deleteTrigger } from "../../triggers/delete-trigger.ts";
import { lockTrigger } from "../../triggers/trigger-rows.ts";
import { dropHook } from "./schedule-removal.ts";

/**
 * Deletes an instance. A job removes its hook at the application, so a caller never waits for an application that is
 * down.
 *
 * @throws PlatformError `Trigger_InstanceNotFound`
 */
export async function deleteHookedTrigger(scope: Scope, id: string): Promise<void> {
  const { row } = await lockTrigger(scope, id);
  await dropHook(scope, row);
  await deleteTrigger(scope, id);
}
