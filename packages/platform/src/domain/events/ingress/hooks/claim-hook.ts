import { sql } from "kysely";
import type { Scope } from "../../../scope.ts";
import type { TriggerRow } from "../../triggers/trigger-record.ts";
import { readReceivingApp } from "../app-credentials.ts";
import {
  type AddressSecrets,
  openAddressSecrets,
  storeNewAddress,
  toIngressUrl,
} from "../make-address.ts";
import type { HookClaim } from "./hook-types.ts";
import { readUrl, removeLostHook, toHookOwner } from "./schedule-removal.ts";

/** Milliseconds that a call to the application may take. */
export const hookCallMs = 25_000;

/** Milliseconds after which another may register the hook. It is longer than the call, so that its answer is stored before. */
export const hookClaimMs: number = hookCallMs + 10_000;

/** The next step for the hook of an instance. */
export type HookStep =
  /** Nothing: the hook is registered, or a person registers it. */
  | { readonly kind: "settled" }
  /** Another call is registering the hook. */
  | { readonly kind: "busy" }
  /** The caller has to register the hook. */
  | { readonly kind: "claimed"; readonly claim: HookClaim };

/**
 * Gives the caller the right to register the hook of an instance, where it is missing or about to expire. It is committed before the
 * call to the application.
 *
 * @param row locked and enabled
 */
export async function claimHook(scope: Scope, row: TriggerRow): Promise<HookStep> {
  const settings = scope.catalog.findToolkit(row.toolkit_slug)?.webhooks;
  const isOurs = settings?.hooks !== undefined || settings?.owner !== undefined;
  if (settings === undefined || !isOurs) {
    return { kind: "settled" };
  }
  const isShared = settings.hooks !== undefined && settings.address === "auth_config";
  const app = isShared ? await readReceivingApp(scope, settings, row) : undefined;
  if (isShared && app?.credentials === undefined) {
    return { kind: "settled" };
  }
  const { isDue, isBusy } = await compareWithClock(scope, row);
  if (row.registration !== null && !isDue) {
    return { kind: "settled" };
  }
  if (isBusy) {
    return { kind: "busy" };
  }
  const replaced = row.registration ?? undefined;
  const owner = toHookOwner(scope, row);
  // The process of the last call ended, so a hook may or may not exist.
  const url = row.hook_claim === null ? undefined : await readUrl(scope, row);
  const lost =
    row.hook_claim === null || url === undefined
      ? undefined
      : await removeLostHook(scope, { ...owner, url }, row.hook_claim, replaced);
  const secrets =
    settings.hooks === undefined || isShared
      ? undefined
      : ((replaced && (await openAddressSecrets(scope, row))) ??
        (await storeNewAddress(scope, row.id, settings)));
  const word = crypto.randomUUID();
  await scope.trx
    .updateTable("trigger_instances")
    .set({
      hook_claim: word,
      hook_claim_until: sql<Date>`now() + make_interval(secs => ${hookClaimMs / 1000}::float8)`,
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", row.id)
    .execute();
  return {
    kind: "claimed",
    claim: {
      ...owner,
      word,
      replaced,
      lost,
      credentials: app?.credentials,
      ...toAddress(scope, row, secrets),
    },
  };
}

function toAddress(
  scope: Scope,
  row: TriggerRow,
  secrets: AddressSecrets | undefined,
): Pick<HookClaim, "url" | "secret"> {
  return {
    url: secrets === undefined ? "" : toIngressUrl(scope.platform, row.toolkit_slug, secrets),
    secret: secrets?.secret,
  };
}

async function compareWithClock({ trx, projectId }: Scope, { id }: TriggerRow) {
  return await trx
    .selectFrom("trigger_instances")
    .select([
      sql<boolean>`coalesce(hook_renew_at <= now(), false)`.as("isDue"),
      sql<boolean>`coalesce(hook_claim_until > now(), false)`.as("isBusy"),
    ])
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
