import { listCredentialFields } from "../../../applications/toolkits/documents/credential-fields.ts";
import type { WebhookSettings } from "../../../applications/toolkits/types/webhook-types.ts";
import { isSameSecret } from "../../../base/secrets/hash.ts";
import type { Platform } from "../../scope.ts";

/** The address of the deployment's own app, whose deliveries are for the accounts of all projects. */
export interface ManagedAddress {
  readonly toolkitSlug: string;
  readonly scheme: string;
  /** Everything that the operator configured for the app. Contains secrets. */
  readonly credentials: ReceivingCredentials;
}

/** The credentials of an app with an address. */
export type ReceivingCredentials = Readonly<Record<string, string>> & {
  readonly webhook_token: string;
};

/**
 * The address that an operator gave to the app of the deployment, with `webhook_token` and the values that the application's
 * webhooks need among the credentials in `PLATFORM_MANAGED_AUTH`; undefined without them, or with another token.
 *
 * @param settings of the toolkit of the installation
 */
export function findManagedAddress(
  { managedAuth }: Pick<Platform, "managedAuth">,
  settings: WebhookSettings | undefined,
  { toolkitSlug, token }: { readonly toolkitSlug: string; readonly token: string },
): ManagedAddress | undefined {
  for (const scheme of managedAuth.listSchemes(toolkitSlug)) {
    const credentials = readManagedCredentials({ managedAuth }, settings, { toolkitSlug, scheme });
    if (credentials !== undefined && isSameSecret(credentials.webhook_token, token)) {
      return { toolkitSlug, scheme, credentials };
    }
  }
  return undefined;
}

/** The credentials of the deployment's app, with the token of its address; undefined when the operator gave it none. */
export function readManagedCredentials(
  { managedAuth }: Pick<Platform, "managedAuth">,
  settings: WebhookSettings | undefined,
  { toolkitSlug, scheme }: { readonly toolkitSlug: string; readonly scheme: string },
): ReceivingCredentials | undefined {
  const client = managedAuth.find(toolkitSlug, scheme);
  const token = client?.webhook_token;
  if (settings?.address !== "auth_config" || client === undefined || !token) {
    return undefined;
  }
  const fields = listCredentialFields(settings);
  return fields.length > 0 && fields.every((field) => client[field])
    ? { ...client, webhook_token: token }
    : undefined;
}
