import { proxyRequest as send } from "../../actions/tools/proxy-request.ts";
import type { HandlerOf } from "../handler.ts";
import { readRequestParameters } from "./request-parameters.ts";
import { toActionCaller } from "./to-action-caller.ts";

/** `POST /tools/execute/proxy` */
export const proxyRequest: HandlerOf<"proxyRequest"> = async (input) => {
  const { endpoint, method, body, parameters, connected_account_id: accountId } = input.body;
  const answer = await send(input.context.services, toActionCaller(input), {
    accountId,
    endpoint,
    method,
    ...(body === undefined ? {} : { body }),
    ...(parameters && { parameters: readRequestParameters(parameters, "body.parameters") }),
  });
  return { status: 200, body: answer };
};
