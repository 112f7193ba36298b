import type { Schemas } from "../../api-types.ts";
import { PlatformError } from "../../errors.ts";
import { openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { maskSecret } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import type { TriggerRow } from "../triggers/trigger-record.ts";
import { ensureAddress } from "./make-address.ts";

/**
 * Gives an instance of a webhook type its address. A person may have to enter it at the application.
 *
 * @param row locked
 * @returns the values to enter there; undefined when the service registers the hook itself
 * @throws PlatformError `Trigger_ConfigInvalid` when the auth config lacks the secret that the application signs with
 */
export async function answerWebhook(
  scope: Scope,
  row: TriggerRow,
  isNew: boolean,
): Promise<Schemas["TriggerWebhook"] | undefined> {
  const settings = scope.catalog.findToolkit(row.toolkit_slug)?.webhooks;
  if (row.kind !== "webhook" || settings === undefined || settings.hooks !== undefined) {
    return undefined;
  }
  const authConfigId = await readAuthConfigId(scope, row);
  if (settings.secret.from === "auth_config") {
    await assertHasSecret(scope, authConfigId, settings.secret.field);
  }
  const { url, secret } = await ensureAddress(scope, settings, row, authConfigId);
  return {
    url,
    ...(secret !== undefined && { secret: isNew ? secret : maskSecret(secret) }),
  };
}

async function readAuthConfigId(
  { projectId, trx }: Scope,
  { connected_account_id: accountId }: TriggerRow,
): Promise<string> {
  const account = await trx
    .selectFrom("connected_accounts")
    .select("auth_config_id")
    .where("project_id", "=", projectId)
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return account.auth_config_id;
}

/** Without it every delivery would be refused. */
async function assertHasSecret(scope: Scope, authConfigId: string, field: string): Promise<void> {
  const { credentials } = await openAuthConfig(scope, await readAuthConfig(scope, authConfigId));
  const secret = credentials[field];
  if (typeof secret !== "string" || secret === "") {
    throw new PlatformError("Trigger_ConfigInvalid", {
      errors: [`auth_config.credentials.${field}: required, because the application signs with it`],
    });
  }
}
