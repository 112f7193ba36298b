import { enqueue } from "../../../../base/jobs/enqueue.ts";
import type { Scope } from "../../../scope.ts";
import type { TriggerRow } from "../../triggers/trigger-record.ts";
import { openAddressSecrets, toIngressUrl } from "../make-address.ts";
import { type HookOwner, type HookRemoval, isOfOwner, isRegistered } from "./hook-types.ts";

/** Hooks are removed at their application. The payload is a sealed `HookRemoval`. */
export const removeHooksKind = "trigger.unregister";

/**
 * Schedules a job that removes hooks. It is repeated for most of a day while the application refuses or does not
 * respond.
 */
export async function scheduleRemoval(
  { trx, projectId, platform: { secrets } }: Scope,
  removal: HookRemoval,
  delayMs?: number,
): Promise<void> {
  const sealed = { value: removal, secrets };
  await enqueue(trx, { projectId, kind: removeHooksKind, sealed, delayMs });
}

/**
 * Has the hook removed that a claim may have left, such as when the process of its call ended: by its address where hooks can
 * be listed and no other one has the address, otherwise by the id that we chose.
 *
 * @param word of the claim
 * @param registration of the instance's other hook, for the further values that a removal needs
 * @returns the word, when the hook can only be removed with the values of the next one
 */
export async function removeLostHook(
  scope: Scope,
  owner: HookOwner & { readonly url: string },
  word: string,
  registration: TriggerRow["registration"] | undefined,
): Promise<string | undefined> {
  const hooks = scope.catalog.findToolkit(owner.toolkitSlug)?.webhooks?.hooks;
  const hasKnown = registration !== null && registration !== undefined;
  if (hooks?.find !== undefined && !hasKnown) {
    await scheduleRemoval(scope, owner);
  }
  const isOurId = JSON.stringify(hooks?.register.arguments ?? {}).includes("{uuid}");
  if (hooks?.find !== undefined || !isOurId) {
    return undefined;
  }
  if (!hasKnown) {
    return word;
  }
  await scheduleRemoval(scope, { ...owner, registration: { ...registration, id: word } });
  return undefined;
}

/**
 * Forgets the hook of an instance that is switched off or deleted, and has it removed at its application. A hook that is being
 * registered at this moment is removed when its call ends.
 *
 * @param row locked
 */
export async function dropHook(scope: Scope, row: TriggerRow): Promise<void> {
  const { registration: known } = row;
  const isOnlyNamed = known !== null && !isRegistered(known);
  if (isOnlyNamed || (known === null && row.hook_claim === null)) {
    return;
  }
  const url = known !== null && isOfOwner(known) ? "" : await readUrl(scope, row);
  if (url !== undefined && row.registration !== null) {
    const { registration } = row;
    await scheduleRemoval(scope, { ...toHookOwner(scope, row), url, registration });
  }
  if (url !== undefined && row.hook_claim !== null) {
    const owner = { ...toHookOwner(scope, row), url };
    await removeLostHook(scope, owner, row.hook_claim, row.registration);
  }
  await scope.trx
    .updateTable("trigger_instances")
    .set({
      registration: null,
      registration_expires_at: null,
      hook_claim: null,
      hook_claim_until: null,
      hook_renew_at: null,
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .execute();
}

/** The address of an instance; undefined when it has none of its own. */
export async function readUrl(scope: Scope, row: TriggerRow): Promise<string | undefined> {
  const secrets = await openAddressSecrets(scope, row);
  return secrets && toIngressUrl(scope.platform, row.toolkit_slug, secrets);
}

/** The instance in the words of a call. */
export function toHookOwner({ projectId }: Scope, row: TriggerRow): HookOwner {
  return {
    projectId,
    triggerId: row.id,
    toolkitSlug: row.toolkit_slug,
    triggerSlug: row.trigger_slug,
    toolkitVersion: row.toolkit_version,
    accountId: row.connected_account_id,
    userId: row.user_id,
    config: row.config,
  };
}
