import { timingSafeEqual } from "node:crypto";
import type { WebhookSettings } from "../../../toolkits/types/webhook-types.ts";
import type { Platform } from "../../scope.ts";

/** The address of the deployment's own app, whose deliveries are for the accounts of all projects. */
export interface ManagedAddress {
  readonly toolkitSlug: string;
  readonly scheme: string;
  /** The secret that the application signs with. */
  readonly secret: string;
}

/**
 * The address that an operator gave to the app of the deployment, with `webhook_token` and the application's secret among the
 * credentials in `PLATFORM_MANAGED_AUTH`; undefined without them, or with another token.
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
    if (credentials !== undefined && isEqual(credentials.token, token)) {
      return { toolkitSlug, scheme, secret: credentials.secret };
    }
  }
  return undefined;
}

/** The token and the secret of the address of the deployment's app; undefined when the operator gave it none. */
export function readManagedCredentials(
  { managedAuth }: Pick<Platform, "managedAuth">,
  settings: WebhookSettings | undefined,
  { toolkitSlug, scheme }: { readonly toolkitSlug: string; readonly scheme: string },
): { readonly token: string; readonly secret: string } | undefined {
  if (settings?.address !== "auth_config" || settings.secret.from !== "auth_config") {
    return undefined;
  }
  const client = managedAuth.find(toolkitSlug, scheme);
  const [token, secret] = [client?.webhook_token, client?.[settings.secret.field]];
  return token && secret ? { token, secret } : undefined;
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
