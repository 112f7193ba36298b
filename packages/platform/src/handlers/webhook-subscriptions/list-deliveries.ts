import { listDeliveries as readDeliveries } from "../../domain/deliveries/read-deliveries.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofProject } from "../scopes.ts";

/** `GET /webhook_subscriptions/{id}/deliveries` */
export const listDeliveries: HandlerOf<"listDeliveries"> = async (input) => {
  const { path, query } = input;
  const page = queryPage(input);
  const body = await ofProject(input, (scope) => readDeliveries(scope, path.id, query, page));
  return { status: 200, body };
};
