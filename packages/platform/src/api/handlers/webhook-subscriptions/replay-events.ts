import { replayEvents as queueEvents } from "../../../domain/webhooks/deliveries/replay-events.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /webhook_subscriptions/{id}/replay` */
export const replayEvents: HandlerOf<"replayEvents"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 202,
    body: await queueEvents(scope, input.path.id, input.body),
  }));
