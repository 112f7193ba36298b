import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { readOrganizationId } from "../../projects/read-organization-id.ts";
import type { Scope } from "../../scope.ts";
import { checkEvents } from "../webhook-subscriptions/event-types.ts";
import { readReceiver } from "../webhook-subscriptions/read-receiver.ts";
import { storeEvent } from "./emit-event.ts";
import { getDelivery } from "./read-deliveries.ts";
import { assertEnabled } from "./replay-events.ts";
import { buildSampleEventBody } from "./sample-event.ts";

/**
 * Queues an event with sample data, even if its type is not enabled.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`, `Webhook_EventUnknown`, `Webhook_SubscriptionDisabled`, `Project_StorageFull`
 */
export async function sendTestEvent(
  scope: Scope,
  id: string,
  { event_type: type = "platform.trigger.message" }: Schemas["SendTestEventRequest"],
): Promise<Schemas["Delivery"]> {
  const receiver = await readReceiver(scope);
  if (receiver?.id !== id) {
    throw new PlatformError("Webhook_SubscriptionNotFound");
  }
  checkEvents([type], receiver.version, () => "body.event_type");
  assertEnabled(receiver);
  scope.platform.records.assertRoom(scope.projectId);
  const organizationId = await readOrganizationId(scope);
  const body = buildSampleEventBody({ projectId: scope.projectId, organizationId }, type);
  const event = { type, userId: null, body };
  const delivery = await storeEvent(scope, receiver, event, { isTest: true });
  return await getDelivery(scope, id, delivery ?? "");
}
