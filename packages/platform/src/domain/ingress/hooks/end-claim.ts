import { sql } from "kysely";
import { cancelJob } from "../../../jobs/enqueue.ts";
import {
  registerHookKind,
  scheduleRegistrations,
} from "../../connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../scope.ts";
import type { TriggerRow } from "../../triggers/trigger-record.ts";
import { findAndLockTrigger } from "../../triggers/trigger-rows.ts";
import { openAddressSecrets, storeAddressSecrets } from "../make-address.ts";
import type { HookClaim, RegisteredHook } from "./hook-types.ts";
import { scheduleRemoval } from "./schedule-removal.ts";

/** A hook is renewed this many seconds before it expires, or when a quarter of its life is left, if that is less. */
const leadSeconds = 86_400;

/**
 * Stores a hook that was registered. If the instance was deleted or switched off meanwhile, the hook is removed again.
 *
 * @returns the instance; undefined when the hook was not stored
 */
export async function storeHook(
  scope: Scope,
  claim: HookClaim,
  { registration, secret, expiresAt }: RegisteredHook,
): Promise<TriggerRow | undefined> {
  const { trx, projectId } = scope;
  const row = (await findAndLockTrigger(scope, claim.triggerId))?.row;
  if (row?.hook_claim !== claim.word) {
    if (Object.hasOwn(registration, "id")) {
      await scheduleRemoval(scope, { ...withoutClaim(claim), registration });
    }
    return undefined;
  }
  if (secret !== undefined) {
    const known = await openAddressSecrets(scope, row);
    await storeAddressSecrets(scope, row.id, { token: known?.token ?? "", secret });
  }
  const renewAt = sql<Date>`greatest(now(), ${expiresAt ?? null}::timestamptz
    - least(make_interval(secs => ${leadSeconds}), (${expiresAt ?? null}::timestamptz - now()) / 4))`;
  const stored = await trx
    .updateTable("trigger_instances")
    .set({
      registration: JSON.stringify(registration),
      registration_expires_at: expiresAt ?? null,
      hook_renew_at: expiresAt === undefined ? null : renewAt,
      hook_claim: null,
      hook_claim_until: null,
    })
    .where("project_id", "=", projectId)
    .where("id", "=", row.id)
    .returningAll()
    .returning(
      sql<number | null>`1000 * extract(epoch from hook_renew_at - now())::float8`.as("left"),
    )
    .executeTakeFirstOrThrow();
  if (claim.replaced !== undefined) {
    await scheduleRemoval(scope, { ...withoutClaim(claim), registration: claim.replaced });
  }
  await (stored.left === null
    ? cancelJob(trx, { projectId, kind: registerHookKind, uniqueKey: row.id })
    : scheduleRegistrations(scope, [row.id], stored.left));
  return stored;
}

/**
 * Ends a claim whose call failed.
 *
 * @param isUnsure true when the application may have made the hook, such as when its answer was lost
 * @returns the instance, locked; undefined when somebody else has it by now
 */
export async function failHook(
  scope: Scope,
  claim: HookClaim,
  isUnsure: boolean,
): Promise<TriggerRow | undefined> {
  // A hook that replaces another has the same address, so its address does not identify it. It expires by itself.
  if (isUnsure && claim.url !== "" && claim.replaced === undefined) {
    await scheduleRemoval(scope, withoutClaim(claim));
  }
  const row = (await findAndLockTrigger(scope, claim.triggerId))?.row;
  if (row?.hook_claim !== claim.word) {
    return undefined;
  }
  await scope.trx
    .updateTable("trigger_instances")
    .set({ hook_claim: null, hook_claim_until: null })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .execute();
  return row;
}

function withoutClaim({ word: _, secret: _secret, replaced: _replaced, ...owner }: HookClaim) {
  return owner;
}
