import { forProject } from "../../egress/for-project.ts";
import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import { sendProxyRequest } from "../../execution/proxy-request.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject } from "../scopes.ts";
import { toBody } from "../wire.ts";
import { callerSignal } from "./caller-signal.ts";
import { chooseAccount } from "./choose-account.ts";
import { readRequestParameters } from "./request-parameters.ts";
import { callWithTokens } from "./with-tokens.ts";

type Input = Parameters<HandlerOf<"proxyRequest">>[0];
type Output = Awaited<ReturnType<HandlerOf<"proxyRequest">>>;

/** `POST /tools/execute/proxy` */
export const proxyRequest: HandlerOf<"proxyRequest"> = async (input) => {
  const { projectId } = input.principal.ProjectKey;
  return await input.context.services.executions.run(projectId, () => send(input));
};

async function send(input: Input): Promise<Output> {
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
    ...(parameters && { parameters: readRequestParameters(parameters, "body.parameters") }),
  };
  const { projectId } = input.principal.ProjectKey;
  const egress = withProxy(forProject(services.egress, projectId, "calls"), chosen.proxy);
  const signal = callerSignal(input);
  const caller = { projectId, signal };
  const answer = await callWithTokens(services, caller, chosen, async (account, timeout) => {
    const result = await sendProxyRequest({ ...request, account }, { egress, timeout, signal });
    return { status: result.status, result };
  });
  return { status: 200, body: toBody(answer) };
}
