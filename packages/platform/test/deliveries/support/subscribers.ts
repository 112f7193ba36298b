import { createTenant, type Tenant } from "../../chaos/support/deployment.ts";
import { goodKey } from "../../e2e/application.ts";
import { connect, createConfig } from "../../e2e/suites/accounts.ts";
import type { Hook } from "./send-event.ts";

/** A project whose events of ACME_THING_ADDED go to one receiver. */
export interface Subscriber extends Hook {
  readonly tenant: Tenant;
  readonly subscription: string;
}

/** Makes a project with an account, a trigger instance and a subscription. */
export async function createSubscriber(
  url: string,
  ownerKey: string,
  { name, receiverUrl }: { readonly name: string; readonly receiverUrl: string },
): Promise<Subscriber> {
  const tenant = await createTenant(url, ownerKey, name);
  const config = await createConfig(tenant, "API_KEY");
  const account = await connect(tenant, config, "API_KEY", { generic_api_key: goodKey });
  const { id: subscription } = await tenant.platform.webhookSubscriptions.createWebhookSubscription(
    {
      body: { webhook_url: receiverUrl, enabled_events: ["platform.trigger.message"] },
    },
  );
  const made = await tenant.platform.triggerInstances.upsertTrigger({
    slug: "ACME_THING_ADDED",
    body: { connected_account_id: account, trigger_config: {} },
  });
  const path = new URL(made?.webhook?.url ?? "http://missing.example").pathname;
  return { tenant, subscription, path, secret: made?.webhook?.secret ?? "" };
}
