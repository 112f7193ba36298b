import { sql } from "kysely";
import { cancelJob } from "../../../../base/jobs/enqueue.ts";
import {
  registerHookKind,
  scheduleRegistrations,
} from "../../../accounts/connected-accounts/changing/account-triggers.ts";
import type { Scope } from "../../../scope.ts";
import { hastenPolls } from "../../triggers/hasten-polls.ts";
import type { TriggerRow } from "../../triggers/trigger-record.ts";
import { findAndLockTrigger } from "../../triggers/trigger-rows.ts";
import { openAddressSecrets, storeAddressSecrets } from "../make-address.ts";
import { type HookClaim, isOfOwner, isRegistered, type RegisteredHook } from "./hook-types.ts";
import { removeLostHook, scheduleRemoval } from "./schedule-removal.ts";

/** A hook is renewed this many seconds before it expires, or when a quarter of its life is left, if that is less. */
const leadSeconds = 86_400;

/** The lead is longer by up to this share, so that hooks that were registered together are not renewed together. */
const leadJitter = 0.2;

/**
 * Stores a hook that was registered. If the instance was deleted or switched off meanwhile, the hook is removed again.
 *
 * @returns the instance; undefined when the hook was not stored
 */
export async function storeHook(
  scope: Scope,
  claim: HookClaim,
  { registration, secret, expiresAt, renewSeconds }: RegisteredHook,
): Promise<TriggerRow | undefined> {
  const { trx, projectId } = scope;
  const row = (await findAndLockTrigger(scope, claim.triggerId))?.row;
  if (row?.hook_claim !== claim.word) {
    if (isRegistered(registration)) {
      await scheduleRemoval(scope, { ...withoutClaim(claim), registration });
    }
    return undefined;
  }
  if (secret !== undefined) {
    const known = await openAddressSecrets(scope, row);
    await storeAddressSecrets(scope, row.id, { token: known?.token ?? "", secret });
  }
  const renewAt = sql<Date>`greatest(now(), least(
    now() + (1 - ${leadJitter}::float8 * random()) * make_interval(secs => ${renewSeconds ?? null}::float8),
    ${expiresAt ?? null}::timestamptz
      - (1 + ${leadJitter}::float8 * random()) * least(make_interval(secs => ${leadSeconds}), (${expiresAt ?? null}::timestamptz - now()) / 4)))`;
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
  for (const old of [claim.replaced, claim.lost && { ...registration, id: claim.lost }]) {
    // Registering the hook of an owner again renewed it.
    if (old && !isOfOwner(old)) {
      await scheduleRemoval(scope, { ...withoutClaim(claim), registration: old });
    }
  }
  if (row.kind === "poll") {
    // A poll finds the changes from before the application began to notify us.
    await hastenPolls(scope, [row.id]);
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
  const lost =
    isUnsure && claim.url !== ""
      ? await removeLostHook(scope, withoutClaim(claim), claim.word, claim.replaced)
      : claim.lost;
  const row = (await findAndLockTrigger(scope, claim.triggerId))?.row;
  if (row?.hook_claim !== claim.word) {
    return undefined;
  }
  await scope.trx
    .updateTable("trigger_instances")
    // The next claim finds the word of one whose hook it has to have removed.
    .set(
      lost === undefined
        ? { hook_claim: null, hook_claim_until: null }
        : { hook_claim: lost, hook_claim_until: sql`now()` },
    )
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .execute();
  return row;
}

function withoutClaim(claim: HookClaim) {
  const {
    word: _,
    secret: _secret,
    credentials: _credentials,
    replaced: _replaced,
    lost: _lost,
    ...owner
  } = claim;
  return owner;
}
