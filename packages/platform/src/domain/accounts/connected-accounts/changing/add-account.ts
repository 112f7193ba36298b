import { addToDatabaseNow } from "../../../../db/now.ts";
import type { ConnectionStatus } from "../../../../db/tables.ts";
import type { Scope } from "../../../scope.ts";
import type { AccountRow } from "../account-rows.ts";
import { type ConnectionSecrets, sealConnection } from "../connection-secrets.ts";
import { type ConnectionStart, chooseFirstStatus } from "../transitions.ts";
import { scheduleExpiry } from "./account-jobs.ts";

/** An account to create. */
export interface NewAccount {
  readonly id: string;
  readonly authConfigId: string;
  readonly toolkitSlug: string;
  readonly authScheme: AccountRow["auth_scheme"];
  readonly userId: string;
  readonly callbackUrl: string | null;
  readonly start: ConnectionStart;
  /** Milliseconds that the account waits for its user; undefined when it does not have to wait. */
  readonly waitMs: number | undefined;
  readonly secrets: ConnectionSecrets;
}

/** Writes a new account. If it waits for its user, it expires when its time is over. */
export async function addAccount(
  scope: Scope,
  account: NewAccount,
): Promise<{ readonly uuid: string; readonly status: ConnectionStatus }> {
  const { id, waitMs } = account;
  const added = await scope.trx
    .insertInto("connected_accounts")
    .values({
      project_id: scope.projectId,
      id,
      auth_config_id: account.authConfigId,
      toolkit_slug: account.toolkitSlug,
      auth_scheme: account.authScheme,
      user_id: account.userId,
      status: chooseFirstStatus(account.start),
      callback_url: account.callbackUrl,
      waits_until: waitMs === undefined ? null : addToDatabaseNow(waitMs),
      ...(await sealConnection(scope, id, account.secrets)),
    })
    .returning(["uuid", "status", "waits_until"])
    .executeTakeFirstOrThrow();
  if (added.waits_until !== null) {
    await scheduleExpiry(scope, id, added.waits_until);
  }
  return added;
}
