import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import { sendProxyRequest } from "../../execution/proxy-request.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject } from "../scopes.ts";
import { toBody } from "../wire.ts";
import { chooseAccount } from "./choose-account.ts";
import { callWithTokens } from "./with-tokens.ts";

/** `POST /tools/execute/proxy` */
export const proxyRequest: HandlerOf<"proxyRequest"> = async (input) => {
  const { services } = input.context;
  const { endpoint, method, body, parameters, connected_account_id: accountId } = input.body;
  const chosen = await ofProject(input, (scope) => chooseAccount(scope, { accountId }));
  const toolkit = chosen && services.catalog.findToolkit(chosen.toolkitSlug);
  // A toolkit can have been given up since; an account is always named.
  if (chosen === undefined || toolkit === undefined) {
    throw new PlatformError("ToolExecution_ConnectedAccountNotFound");
  }
  const request = {
    toolkit,
    endpoint,
    method,
    ...(body === undefined ? {} : { body }),
    ...(parameters === undefined ? {} : { parameters }),
  };
  const { projectId } = input.principal.ProjectKey;
  const egress = withProxy(services.egress, chosen.proxy);
  const answer = await callWithTokens(services, projectId, chosen, async (account, timeout) => {
    const result = await sendProxyRequest({ ...request, account }, { egress, timeout });
    return { status: result.status, result };
  });
  return { status: 200, body: toBody(answer) };
};
