import { replayDelivery as queueAgain } from "../../../domain/webhooks/deliveries/replay-events.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /webhook_subscriptions/{id}/deliveries/{delivery_id}/replay` */
export const replayDelivery: HandlerOf<"replayDelivery"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 202,
    body: await queueAgain(scope, input.path.id, input.path.delivery_id),
  }));
