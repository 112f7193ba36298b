import type { Schemas } from "../../../api-types.ts";
import { PlatformError } from "../../../errors.ts";
import { openAuthConfig } from "../../accounts/auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../../accounts/auth-configs/read-auth-configs.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import { maskSecret, type Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import type { TriggerRow } from "../triggers/trigger-record.ts";
import { ensureAddress } from "./make-address.ts";
import { readManagedCredentials } from "./managed-address.ts";

/**
 * Gives an instance of a webhook type its address. A person may have to enter it at the application.
 *
 * @param row locked
 * @returns the values to enter there; undefined when the service registers the hook itself, or the operator entered the address of the
 *   deployment's own app
 * @throws PlatformError `Trigger_ConfigInvalid` when the auth config lacks the secret that the application signs with;
 *   `Trigger_SchemeUnsupported` when the deployment's own app has no address for webhooks
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
  const { authConfigId, scheme } = await readAccount(scope, row);
  if (settings.secret.from === "auth_config") {
    const authConfig = await readAuthConfig(scope, authConfigId);
    if (authConfig.is_platform_managed) {
      assertIsReceiving(scope, row, scheme);
      return undefined;
    }
    const { credentials } = await openAuthConfig(scope, authConfig);
    assertHasSecret(credentials, settings.secret.field);
  }
  const { url, secret } = await ensureAddress(scope, settings, row, authConfigId);
  return {
    url,
    ...(secret !== undefined && { secret: isNew ? secret : maskSecret(secret) }),
  };
}

async function readAccount(
  { projectId, trx }: Scope,
  { connected_account_id: accountId }: TriggerRow,
): Promise<{ readonly authConfigId: string; readonly scheme: string }> {
  return await trx
    .selectFrom("connected_accounts")
    .select(["auth_config_id as authConfigId", "auth_scheme as scheme"])
    .where("project_id", "=", projectId)
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
}

/** A toolkit of the project's own cannot use the app: its operations could answer any account at the application. */
function assertIsReceiving(
  { platform, catalog }: Scope,
  { toolkit_slug: toolkitSlug }: TriggerRow,
  scheme: string,
): void {
  const toolkit = catalog.findToolkit(toolkitSlug);
  const mayBeManaged = toolkit && findScheme(toolkit, scheme)?.mayBeManaged;
  const at = { toolkitSlug, scheme };
  if (!mayBeManaged || readManagedCredentials(platform, toolkit.webhooks, at) === undefined) {
    throw new PlatformError("Trigger_SchemeUnsupported");
  }
}

/** Without it every delivery would be refused. */
function assertHasSecret(credentials: Values, field: string): void {
  const secret = credentials[field];
  if (typeof secret !== "string" || secret === "") {
    throw new PlatformError("Trigger_ConfigInvalid", {
      errors: [`auth_config.credentials.${field}: required, because the application signs with it`],
    });
  }
}
