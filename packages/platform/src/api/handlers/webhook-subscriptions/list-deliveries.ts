import { listDeliveries as readDeliveries } from "../../../domain/webhooks/deliveries/read-deliveries.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /webhook_subscriptions/{id}/deliveries` */
export const listDeliveries: HandlerOf<"listDeliveries"> = async (input) => {
  const { path, query } = input;
  const page = readQueryPage(input);
  const body = await runInCallersProject(input, (scope) =>
    readDeliveries(scope, path.id, query, page),
  );
  return { status: 200, body };
};
