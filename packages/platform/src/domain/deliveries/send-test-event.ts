import type { Schemas } from "../../api-types.ts";
import { readOrganizationId } from "../projects/read-organization-id.ts";
import type { Scope } from "../scope.ts";
import { checkEvents } from "../webhook-subscriptions/event-types.ts";
import { readSubscription } from "../webhook-subscriptions/read-webhook-subscriptions.ts";
import { addDelivery } from "./add-deliveries.ts";
import { storeEvent } from "./emit-event.ts";
import { getDelivery } from "./read-deliveries.ts";
import { assertEnabled } from "./replay-events.ts";
import { sampleBody } from "./sample-event.ts";

/**
 * Queues an event with sample data, even if its type is not enabled.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`, `Webhook_EventUnknown`, `Webhook_SubscriptionDisabled`
 */
export async function sendTestEvent(
  scope: Scope,
  id: string,
  { event_type: type = "platform.trigger.message" }: Schemas["SendTestEventRequest"],
): Promise<Schemas["Delivery"]> {
  const subscription = await readSubscription(scope, id, "key share");
  checkEvents([type], subscription.version, () => "body.event_type");
  assertEnabled(subscription);
  const organizationId = await readOrganizationId(scope);
  const body = sampleBody({ projectId: scope.projectId, organizationId }, type);
  const event = { type, userId: null, body };
  const stored = await storeEvent(scope, subscription, event, true);
  return await getDelivery(scope, id, await addDelivery(scope, subscription, stored));
}
