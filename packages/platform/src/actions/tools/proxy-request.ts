import type { RequestParameter, StoreFile } from "../../applications/execution/execution-types.ts";
import {
  buildProxyRequest,
  type ProxyRequest,
  type ProxyResponse,
} from "../../applications/execution/proxy-request.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import { withProxy } from "../../base/egress/with-proxy.ts";
import { PlatformError } from "../../base/errors.ts";
import type { ActionKey } from "../action-key.ts";
import type { ChosenAccount } from "../choosing/choose-account.ts";
import { storeResult } from "../files/store-result.ts";
import type { ActionCaller, Services } from "../services.ts";
import { callAndLog } from "./logged-call.ts";

/** A request that the caller composed, sent through an account of the project. */
export type ProxyCall = Omit<ProxyRequest, "toolkit" | "account"> & { readonly accountId: string };

/** The tool slug of such calls in the log. Toolkits cannot have the slug `platform`, so no tool can have this slug. */
const proxySlug = "PLATFORM_PROXY_REQUEST";

/**
 * Sends a request with an account's credentials to the server of its toolkit. It is logged and counted like an
 * execution.
 *
 * @throws PlatformError `ToolExecution_TooManyAtOnce`, and the errors of `accounts.choose`, `callAndLog` and
 *   `buildProxyRequest`
 */
export async function proxyRequest(
  services: Services,
  caller: ActionCaller,
  call: ProxyCall,
  key?: ActionKey<ProxyResponse>,
): Promise<ProxyResponse> {
  return await services.executions.run(caller.projectId, async () => {
    const chosen = await services.accounts.choose(caller, { accountId: call.accountId });
    return await send(services, caller, { ...call, chosen, key });
  });
}

async function send(
  services: Services,
  caller: ActionCaller,
  {
    accountId: _,
    chosen,
    key,
    ...request
  }: ProxyCall & {
    readonly chosen: ChosenAccount | undefined;
    readonly key: ActionKey<ProxyResponse> | undefined;
  },
): Promise<ProxyResponse> {
  const { projectId, signal } = caller;
  const catalog = await services.catalogs.open(caller);
  const toolkit = chosen && catalog.findToolkit(chosen.toolkitSlug);
  // The toolkit may have been removed since. `chosen` is always defined, because the account is named.
  if (chosen === undefined || toolkit === undefined) {
    throw new PlatformError("ToolExecution_ConnectedAccountNotFound");
  }
  const { endpoint, method, body, parameters } = request;
  const egress = withProxy(separateConnections(services.egress, projectId, "calls"), chosen.proxy);
  const { toolkitSlug, userId } = chosen;
  const origin = { toolkitSlug, toolSlug: proxySlug, userId };
  const storeFile: StoreFile = (bytes, about) =>
    storeResult(services, caller, { ...about, ...origin }, bytes);
  return await callAndLog(services, caller, {
    account: chosen,
    key,
    execution: {
      tool_slug: proxySlug,
      toolkit_slug: chosen.toolkitSlug,
      version: toolkit.record.meta.version,
      user_id: chosen.userId,
      // Values of parameters are often credentials.
      arguments: { endpoint, method, body, parameters: parameters?.map(withoutValue) },
    },
    build: (through, timeout) =>
      buildProxyRequest(
        { ...request, toolkit, account: through ?? chosen },
        { egress, timeout, signal, storeFile },
      ),
    describe: ({ status, headers, data, binary_data: stored }) => ({
      successful: status < 400,
      error: null,
      reason: status < 400 ? null : `The application answered ${status}.`,
      status_code: status,
      // Anyone who reads the log could use a signed URL.
      data: {
        status,
        headers,
        data,
        ...(stored && { binary_data: { content_type: stored.content_type, size: stored.size } }),
      },
    }),
    toResult: (answer) => answer,
  });
}

function withoutValue({ name, type }: RequestParameter): { readonly name: string; in: string } {
  return { name, in: type };
}
