import type { WebhookSettings } from "../../../applications/toolkits/types/webhook-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { maskSecret } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import type { TriggerRow } from "../triggers/trigger-record.ts";
import { readReceivingApp } from "./app-credentials.ts";
import { ensureAddressOfApp, ensureAddressOfInstance } from "./make-address.ts";

/**
 * Gives an instance of a webhook type, or one that is watched, its address. A person may have to enter it at the application.
 *
 * @param row locked
 * @returns the values to enter there; undefined when the service registers the address itself, when the operator entered the address of
 *   the deployment's own app, and when the auth config lacks what a watch needs: the instance is polled then
 * @throws PlatformError `Trigger_ConfigInvalid` when the auth config of a webhook type lacks the secret that the application signs with;
 *   `Trigger_SchemeUnsupported` when the deployment's own app has no address for webhooks
 */
export async function answerWebhook(
  scope: Scope,
  row: TriggerRow,
  { isNew, isWatched }: { readonly isNew: boolean; readonly isWatched: boolean },
): Promise<Schemas["TriggerWebhook"] | undefined> {
  const settings = scope.catalog.findToolkit(row.toolkit_slug)?.webhooks;
  if (settings === undefined || !(row.kind === "webhook" || isWatched)) {
    return undefined;
  }
  if (settings.address === "auth_config") {
    return await answerForApp(scope, settings, row);
  }
  if (settings.hooks !== undefined) {
    return undefined;
  }
  const { url, secret } = await ensureAddressOfInstance(scope, settings, row);
  return {
    url,
    ...(secret !== undefined && { secret: isNew ? secret : maskSecret(secret) }),
  };
}

async function answerForApp(
  scope: Scope,
  settings: WebhookSettings,
  row: TriggerRow,
): Promise<Schemas["TriggerWebhook"] | undefined> {
  const app = await readReceivingApp(scope, settings, row);
  const isReceiving = app?.credentials !== undefined;
  if (!isReceiving && row.kind === "webhook") {
    throw app === undefined || app.isManaged
      ? new PlatformError("Trigger_SchemeUnsupported")
      : // Without them every delivery would be refused.
        new PlatformError("Trigger_ConfigInvalid", {
          errors: app.missing.map(
            (field) =>
              `auth_config.credentials.${field}: required, because the application signs with it`,
          ),
        });
  }
  return isReceiving && !app.isManaged
    ? { url: await ensureAddressOfApp(scope, row, app.authConfigId) }
    : undefined;
}
