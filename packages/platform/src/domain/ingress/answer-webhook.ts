import type { Schemas } from "../../api-types.ts";
import { PlatformError } from "../../errors.ts";
import type { WebhookSettings } from "../../toolkits/types/webhook-types.ts";
import { openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { maskSecret } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import type { TriggerRow } from "../triggers/trigger-record.ts";
import { ensureAddress } from "./make-address.ts";

/**
 * Gives an instance of a webhook type its address, and answers what a person has to enter at the application.
 *
 * @param row locked
 * @throws PlatformError `Trigger_SchemeUnsupported` when the toolkit has no webhooks that a person can set up, `Trigger_ConfigInvalid` when the auth
 *   config lacks the secret that the application signs with
 */
export async function answerWebhook(
  scope: Scope,
  row: TriggerRow,
  isNew: boolean,
): Promise<Schemas["TriggerWebhook"] | undefined> {
  const settings = scope.catalog.findToolkit(row.toolkit_slug)?.webhooks;
  if (settings === undefined || !canBeEntered(settings)) {
    throw new PlatformError("Trigger_SchemeUnsupported");
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

/**
 * Returns whether a person can set up the webhook. Stripe makes the secret when a hook is registered by its API, and Slack's deliveries
 * are handed over by the team of each account; the service does neither yet, so no delivery would reach the instance.
 */
function canBeEntered({ secret, owner }: WebhookSettings): boolean {
  return secret.from !== "application" && owner === undefined;
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
      errors: [`auth_config.credentials.${field}: required, the application signs with it`],
    });
  }
}
