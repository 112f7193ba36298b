import { type SqlBool, sql } from "kysely";
import type { TriggerDefinition } from "../../../applications/toolkits/types/trigger-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createId, hasUuidForm } from "../../../base/ids.ts";
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
  /** An id, or a legacy UUID; undefined to listen without an account, where the toolkit needs no authentication. */
  readonly account: string | undefined;
  /** Has to be the account's user, if there is an account. Default: that user, or `default` without an account. */
  readonly userId?: string | undefined;
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

/** The account and the user of an instance. */
type TriggerOwner = Pick<TriggerRow, "connected_account_id" | "user_id">;

/**
 * Creates the instance with this account, type and configuration. If it exists, it is updated and enabled.
 *
 * @throws PlatformError `Trigger_AccountNotFound`, `Trigger_AccountDeleted`, `Trigger_AccountNotActive`, and
 *   `Validation_Failed` without an account that the toolkit needs, or for a user who is not the account's
 */
export async function upsertTrigger(scope: Scope, wanted: WantedTrigger): Promise<UpsertedTrigger> {
  const owner = await findOwner(scope, wanted);
  for (;;) {
    const inserted = await insertTrigger(scope, wanted, owner);
    if (inserted !== undefined) {
      if (inserted.kind === "poll") {
        await schedulePolls(scope, [inserted.id]);
      }
      return { row: inserted, previous: "absent" };
    }
    const updated = await updateTrigger(scope, wanted, owner);
    // Without an account no lock keeps others from deleting the instance between both statements.
    if (updated !== undefined) {
      return updated;
    }
  }
}

async function findOwner(scope: Scope, wanted: WantedTrigger): Promise<TriggerOwner> {
  const { account: name, type, userId } = wanted;
  if (name === undefined) {
    const toolkit = scope.catalog.findToolkit(type.record.toolkit.slug);
    if (toolkit?.record.no_auth !== true) {
      throw new PlatformError("Validation_Failed", {
        errors: ["body.connected_account_id: required"],
      });
    }
    return { connected_account_id: null, user_id: userId ?? "default" };
  }
  const { row } = await lockUsableAccount(scope, type, name);
  if (userId !== undefined && userId !== row.user_id) {
    throw new PlatformError("Validation_Failed", {
      errors: ["body.user_id: has to be the user of the connected account, or left out"],
    });
  }
  return { connected_account_id: row.id, user_id: row.user_id };
}

/**
 * The lock prevents changes of the account's status, and makes other calls wait that request an instance of the same
 * account.
 */
async function lockUsableAccount(
  scope: Scope,
  type: TriggerDefinition,
  name: string,
): Promise<LockedAccount> {
  const named = selectWithDeleted(scope).where(
    hasUuidForm(name) ? "connected_accounts.uuid" : "connected_accounts.id",
    "=",
    name,
  );
  const [account] = await lockAccounts(scope, named);
  const { slug } = type.record.toolkit;
  // A toolkit without authentication does not have accounts. Earlier versions of the API let any account of the user
  // determine the owner of the instance.
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
  owner: TriggerOwner,
): Promise<TriggerRow | undefined> {
  return await trx
    .insertInto("trigger_instances")
    .values({
      project_id: projectId,
      id: createId("ti"),
      ...owner,
      toolkit_slug: type.record.toolkit.slug,
      trigger_slug: type.slug,
      toolkit_version: toolkitVersion,
      kind: type.record.type,
      config: JSON.stringify(config),
      config_hash: hashTriggerConfig(config),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "connected_account_id", "user_id", "trigger_slug", "config_hash"])
        .where(sql<SqlBool>`deleted_at is null`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The insert found an existing instance. */
async function updateTrigger(
  scope: Scope,
  wanted: WantedTrigger,
  owner: TriggerOwner,
): Promise<UpsertedTrigger | undefined> {
  const { trx, projectId } = scope;
  const { type, config, toolkitVersion } = wanted;
  const before = await selectTriggers(scope)
    .selectAll()
    .where("connected_account_id", "is not distinct from", owner.connected_account_id)
    .where("user_id", "=", owner.user_id)
    .where("trigger_slug", "=", type.slug)
    .where("config_hash", "=", hashTriggerConfig(config))
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) {
    return undefined;
  }
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
