import { forProject } from "../../egress/for-project.ts";
import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import type { RequestParameter } from "../../execution/execution-types.ts";
import { sendProxyRequest } from "../../execution/proxy-request.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject } from "../scopes.ts";
import { toBody } from "../wire.ts";
import { callerSignal } from "./caller-signal.ts";
import { chooseAccount } from "./choose-account.ts";
import { loggedCall } from "./logged-call.ts";
import { readRequestParameters } from "./request-parameters.ts";
import { callWithTokens } from "./with-tokens.ts";

type Input = Parameters<HandlerOf<"proxyRequest">>[0];
type Output = Awaited<ReturnType<HandlerOf<"proxyRequest">>>;

/** What the log says instead of a tool. No toolkit can have the slug `platform`, so no tool is called that. */
const proxySlug = "PLATFORM_PROXY_REQUEST";

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
  const read = parameters && readRequestParameters(parameters, "body.parameters");
  const request = {
    toolkit,
    endpoint,
    method,
    ...(body === undefined ? {} : { body }),
    ...(read && { parameters: read }),
  };
  const { projectId } = input.principal.ProjectKey;
  const egress = withProxy(forProject(services.egress, projectId, "calls"), chosen.proxy);
  const signal = callerSignal(input);
  const caller = { projectId, signal };
  const { answer } = await loggedCall(input, {
    account: chosen,
    execution: {
      tool_slug: proxySlug,
      toolkit_slug: chosen.toolkitSlug,
      version: toolkit.record.meta.version,
      user_id: chosen.userId,
      // Values of parameters are often credentials.
      arguments: { endpoint, method, body, parameters: read?.map(withoutValue) },
    },
    call: (beforeSend) =>
      callWithTokens(services, caller, chosen, async (account, timeout) => {
        const context = { egress, timeout, signal, beforeSend };
        const result = await sendProxyRequest({ ...request, account }, context);
        return { status: result.status, result };
      }),
    describe: ({ status, headers, data }) => ({
      successful: status < 400,
      error: null,
      reason: status < 400 ? null : `The application answered ${status}.`,
      status_code: status,
      data: { status, headers, data },
    }),
  });
  return { status: 200, body: toBody(answer) };
}

function withoutValue({ name, type }: RequestParameter): { readonly name: string; in: string } {
  return { name, in: type };
}
