import { type SqlBool, sql } from "kysely";
import { readDatabaseNow } from "../../../db/now.ts";
import { PlatformError } from "../../../errors.ts";
import { createId, hasUuidForm } from "../../../ids.ts";
import type { TriggerDefinition } from "../../../toolkits/types/trigger-types.ts";
import { selectWithDeleted } from "../../accounts/connected-accounts/account-rows.ts";
import { schedulePolls } from "../../accounts/connected-accounts/changing/account-triggers.ts";
import {
  type LockedAccount,
  lockAccounts,
} from "../../accounts/connected-accounts/open-account.ts";
import type { Scope } from "../../scope.ts";
import { hashTriggerConfig, type TriggerConfig } from "./trigger-config.ts";
import type { TriggerRow } from "./trigger-record.ts";
import { selectTriggers } from "./trigger-rows.ts";

/** The requested instance. */
export interface WantedTrigger {
  readonly type: TriggerDefinition;
  /** An id, or a legacy UUID. */
  readonly account: string;
  /** From `checkTriggerConfig`. */
  readonly config: TriggerConfig;
  /** The requested version of the toolkit; null to follow the latest. */
  readonly toolkitVersion: string | null;
}

/** The instance in its current state. */
export interface UpsertedTrigger {
  readonly row: TriggerRow;
  /** The state in which this call found the instance. */
  readonly previous: "absent" | "enabled" | "disabled";
}

/**
 * Creates the instance with this account, type and configuration. If it exists, it is updated and enabled.
 *
 * @throws PlatformError `Trigger_AccountNotFound`, `Trigger_AccountDeleted`, `Trigger_AccountNotActive`
 */
export async function upsertTrigger(scope: Scope, wanted: WantedTrigger): Promise<UpsertedTrigger> {
  const account = await lockUsableAccount(scope, wanted);
  const inserted = await insertTrigger(scope, wanted, account);
  if (inserted !== undefined) {
    if (inserted.kind === "poll") {
      await schedulePolls(scope, [inserted.id]);
    }
    return { row: inserted, previous: "absent" };
  }
  return await updateTrigger(scope, wanted, account);
}

/**
 * The lock prevents changes of the account's status, and makes other calls wait that request an instance of the same
 * account.
 */
async function lockUsableAccount(
  scope: Scope,
  { type, account: name }: WantedTrigger,
): Promise<LockedAccount> {
  const named = selectWithDeleted(scope).where(
    hasUuidForm(name) ? "connected_accounts.uuid" : "connected_accounts.id",
    "=",
    name,
  );
  const [account] = await lockAccounts(scope, named);
  const { slug } = type.record.toolkit;
  // A toolkit without authentication does not have accounts. Any account of the user determines the owner of the
  // instance.
  const takesAny = scope.catalog.findToolkit(slug)?.record.no_auth === true;
  if (account === undefined || !(takesAny || account.row.toolkit_slug === slug)) {
    throw new PlatformError("Trigger_AccountNotFound");
  }
  if (account.row.deleted_at !== null) {
    throw new PlatformError("Trigger_AccountDeleted");
  }
  if (account.row.effective_status !== "ACTIVE") {
    throw new PlatformError("Trigger_AccountNotActive");
  }
  return account;
}

async function insertTrigger(
  { trx, projectId }: Scope,
  { type, config, toolkitVersion }: WantedTrigger,
  { row: account }: LockedAccount,
): Promise<TriggerRow | undefined> {
  return await trx
    .insertInto("trigger_instances")
    .values({
      project_id: projectId,
      id: createId("ti"),
      connected_account_id: account.id,
      toolkit_slug: type.record.toolkit.slug,
      trigger_slug: type.slug,
      toolkit_version: toolkitVersion,
      kind: type.record.type,
      config: JSON.stringify(config),
      config_hash: hashTriggerConfig(config),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "connected_account_id", "trigger_slug", "config_hash"])
        .where(sql<SqlBool>`deleted_at is null`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * The insert found an existing instance. It cannot be deleted now, because that needs the account's lock, which we
 * hold.
 */
async function updateTrigger(
  scope: Scope,
  wanted: WantedTrigger,
  { row: account }: LockedAccount,
): Promise<UpsertedTrigger> {
  const { trx, projectId } = scope;
  const { type, config, toolkitVersion } = wanted;
  const before = await selectTriggers(scope)
    .selectAll()
    .where("connected_account_id", "=", account.id)
    .where("trigger_slug", "=", type.slug)
    .where("config_hash", "=", hashTriggerConfig(config))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = await trx
    .updateTable("trigger_instances")
    .set({
      config: JSON.stringify(config),
      toolkit_version: toolkitVersion,
      disabled_at: null,
      disabled_reason: null,
      poll_failures: 0,
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const isChanged = before.disabled_at !== null || before.config.interval !== config.interval;
  if (after.kind === "poll" && isChanged) {
    await schedulePolls(scope, [after.id]);
  }
  return { row: after, previous: before.disabled_at === null ? "enabled" : "disabled" };
}
