import { forProject } from "../../egress/for-project.ts";
import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import { executeTool as callTool } from "../../execution/execute-tool.ts";
import type { CustomAuthParams, ToolOutcome } from "../../execution/execution-types.ts";
import type { ToolDefinition } from "../../toolkits/tool-types.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject } from "../scopes.ts";
import { toBody } from "../wire.ts";
import { callerSignal } from "./caller-signal.ts";
import { type ChosenAccount, chooseAccount } from "./choose-account.ts";
import { loggedCall } from "./logged-call.ts";
import { readRequestParameters } from "./request-parameters.ts";
import { callWithTokens } from "./with-tokens.ts";

type Input = Parameters<HandlerOf<"executeTool">>[0];
type Output = Awaited<ReturnType<HandlerOf<"executeTool">>>;

/** `POST /tools/execute/{tool_slug}` */
export const executeTool: HandlerOf<"executeTool"> = async (input) => {
  const { projectId } = input.principal.ProjectKey;
  return await input.context.services.executions.run(projectId, () => execute(input));
};

async function execute(input: Input): Promise<Output> {
  const { services } = input.context;
  const userId = readUserId(input.body);
  const tool = services.catalog.getTool(input.path.tool_slug, { version: input.body.version });
  if (tool.record.is_deprecated) {
    throw new PlatformError("Tool_Deprecated");
  }
  const account = await accountFor(input, tool, userId);
  try {
    const { answer, logId } = await loggedCall(input, {
      account,
      execution: {
        tool_slug: tool.slug,
        toolkit_slug: tool.toolkit.slug,
        version: tool.record.version,
        user_id: userId ?? null,
        arguments: input.body.arguments,
      },
      call: (beforeSend) => run(input, { tool, account, beforeSend }),
      describe: ({ successful, error, data, trace }) => ({
        successful,
        error,
        // The application's own words may repeat secrets.
        reason: successful ? null : `The application answered ${trace.status}.`,
        status_code: trace.status,
        data: { ...data },
      }),
    });
    services.countExecution(tool.toolkit.slug, answer.successful ? "success" : "failure");
    const { trace, ...told } = answer;
    if (trace.mismatches.length > 0) {
      const { mismatches } = trace;
      services.warn("answer differs from the toolkit's document", { tool: tool.slug, mismatches });
    }
    return { status: 200, body: { ...toBody(told), log_id: logId, session_info: null } };
  } catch (error) {
    services.countExecution(tool.toolkit.slug, "error");
    throw error;
  }
}

/** @throws PlatformError `Validation_Failed` when the two names of the user differ */
function readUserId({ user_id: userId, entity_id: alias }: Input["body"]): string | undefined {
  if (userId !== undefined && alias !== undefined && userId !== alias) {
    throw new PlatformError("Validation_Failed", {
      errors: ["body.entity_id: must be the same as user_id, whose older name it is"],
    });
  }
  return userId ?? alias;
}

/** The account to act through; none for tools that need none, and for credentials of the caller's own. */
async function accountFor(
  input: Input,
  tool: ToolDefinition,
  userId: string | undefined,
): Promise<ChosenAccount | undefined> {
  const { connected_account_id: accountId, custom_auth_params: custom } = input.body;
  const needsNone = tool.record.no_auth || custom !== undefined;
  if (accountId === undefined && (needsNone || userId === undefined)) {
    return undefined;
  }
  const choice = { toolkitSlug: tool.toolkit.slug, toolSlug: tool.slug, accountId, userId };
  return await ofProject(input, (scope) => chooseAccount(scope, choice));
}

async function run(
  input: Input,
  {
    tool,
    account,
    beforeSend,
  }: {
    readonly tool: ToolDefinition;
    readonly account: ChosenAccount | undefined;
    readonly beforeSend: () => Promise<void>;
  },
): Promise<ToolOutcome> {
  const { services } = input.context;
  const { arguments: values, custom_auth_params: custom } = input.body;
  const execution = {
    tool,
    arguments: values,
    ...(custom === undefined ? {} : { customAuthParams: readCustom(custom) }),
  };
  const { projectId } = input.principal.ProjectKey;
  const egress = withProxy(forProject(services.egress, projectId, "calls"), account?.proxy);
  const signal = callerSignal(input);
  const context = { egress, signal, beforeSend };
  if (account === undefined) {
    return await callTool(execution, context);
  }
  return await callWithTokens(
    services,
    { projectId, signal },
    account,
    async (through, timeout) => {
      const outcome = await callTool({ ...execution, account: through }, { ...context, timeout });
      return { status: outcome.trace.status, result: outcome };
    },
  );
}

function readCustom({
  base_url,
  parameters,
}: NonNullable<Input["body"]["custom_auth_params"]>): CustomAuthParams {
  const place = "body.custom_auth_params.parameters";
  return {
    ...(base_url !== undefined && { base_url }),
    ...(parameters && { parameters: readRequestParameters(parameters, place) }),
  };
}
