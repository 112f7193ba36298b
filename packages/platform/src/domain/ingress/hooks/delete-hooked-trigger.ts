import type { Scope } from "../../scope.ts";
import { deleteTrigger } from "../../triggers/delete-trigger.ts";
import { lockTrigger } from "../../triggers/trigger-rows.ts";
import { dropHook } from "./schedule-removal.ts";

/**
 * Deletes an instance. Its hook is removed at the application by a job, so that an application that is away holds up nobody.
 *
 * @throws PlatformError `Trigger_InstanceNotFound`
 */
export async function deleteHookedTrigger(scope: Scope, id: string): Promise<void> {
  const { row } = await lockTrigger(scope, id);
  await dropHook(scope, row);
  await deleteTrigger(scope, id);
}
