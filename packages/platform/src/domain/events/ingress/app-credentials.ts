import { listCredentialFields } from "../../../applications/toolkits/documents/credential-fields.ts";
import type { WebhookSettings } from "../../../applications/toolkits/types/webhook-types.ts";
import { openAuthConfig } from "../../accounts/auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../../accounts/auth-configs/read-auth-configs.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import type { TriggerRow } from "../triggers/trigger-record.ts";
import { readManagedCredentials } from "./managed-address.ts";

/** The app at the application, of an auth config or of the deployment, whose address receives the deliveries of an account. */
export interface ReceivingApp {
  readonly authConfigId: string;
  /** True when it is the deployment's own. */
  readonly isManaged: boolean;
  /** Undefined when a credential is missing that deliveries need, or when the operator gave the deployment's app no address. */
  readonly credentials: Values | undefined;
  /** The names of the missing credentials of an auth config. */
  readonly missing: readonly string[];
}

/**
 * The app that the account of an instance belongs to. A toolkit of the project's own cannot use the deployment's app: its operations
 * could answer any account at the application. Undefined for an instance without an account.
 */
export async function readReceivingApp(
  scope: Scope,
  settings: WebhookSettings,
  { connected_account_id: accountId, toolkit_slug: toolkitSlug }: TriggerRow,
): Promise<ReceivingApp | undefined> {
  const account = await scope.trx
    .selectFrom("connected_accounts")
    .select(["auth_config_id as authConfigId", "auth_scheme as scheme"])
    .where("project_id", "=", scope.projectId)
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined) {
    // An instance without an account has no app either.
    return undefined;
  }
  const { authConfigId, scheme } = account;
  const authConfig = await readAuthConfig(scope, authConfigId);
  if (authConfig.is_platform_managed) {
    const toolkit = scope.catalog.findToolkit(toolkitSlug);
    const mayBeManaged = findScheme(toolkit, scheme)?.mayBeManaged;
    const credentials = mayBeManaged
      ? readManagedCredentials(scope.platform, settings, { toolkitSlug, scheme })
      : undefined;
    return { authConfigId, isManaged: true, credentials, missing: [] };
  }
  const { credentials } = await openAuthConfig(scope, authConfig);
  const missing = listCredentialFields(settings).filter(
    (field) => typeof credentials[field] !== "string" || credentials[field] === "",
  );
  return {
    authConfigId,
    isManaged: false,
    credentials: missing.length === 0 ? credentials : undefined,
    missing,
  };
}
