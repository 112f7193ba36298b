import { proxyRequest as send } from "../../../actions/tools/proxy-request.ts";
import type { ProxyResponse } from "../../../applications/execution/proxy-request.ts";
import type { HandlerOf } from "../handler.ts";
import { toActionKey } from "../idempotency/action-key.ts";
import { readRequestParameters } from "./request-parameters.ts";
import { toActionCaller } from "./to-action-caller.ts";

type Output = Exclude<Awaited<ReturnType<HandlerOf<"proxyRequest">>>, Response>;

/** `POST /tools/execute/proxy` */
export const proxyRequest: HandlerOf<"proxyRequest"> = async (input) => {
  const { endpoint, method, body, parameters, connected_account_id: accountId } = input.body;
  const call = {
    accountId,
    endpoint,
    method,
    body,
    ...(parameters && { parameters: readRequestParameters(parameters, "body.parameters") }),
  };
  const key = toActionKey(input.context, toOutput);
  const { services } = input.context;
  return toOutput(await send(services, toActionCaller(input), call, key));
};

function toOutput(body: ProxyResponse): Output {
  return { status: 200, body };
}
