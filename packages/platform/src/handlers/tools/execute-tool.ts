import { databaseNowPlus } from "../../db/now.ts";
import { createLogId, writeToolExecutionLog } from "../../domain/logs/tool-execution-logs.ts";
import { EgressError } from "../../egress/egress-error.ts";
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
  if (tool.record.is_deprecated) throw new PlatformError("Tool_Deprecated");
  const account = await accountFor(input, tool, userId);
  const logId = createLogId();
  const began = performance.now();
  try {
    const outcome = await run(input, tool, account);
    services.countExecution(tool.toolkit.slug, outcome.successful ? "success" : "failure");
    const { mismatches } = outcome.trace;
    if (mismatches.length > 0) {
      services.warn("answer differs from the toolkit's document", { tool: tool.slug, mismatches });
    }
    await writeLog(input, { tool, account, logId, began, outcome });
    const { trace: _, ...told } = outcome;
    return { status: 200, body: { ...toBody(told), log_id: logId, session_info: null } };
  } catch (error) {
    services.countExecution(tool.toolkit.slug, "error");
    const failure = describeFailure(error);
    if (failure !== undefined) await writeLog(input, { tool, account, logId, began, failure });
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
  if (accountId === undefined && (needsNone || userId === undefined)) return undefined;
  const choice = { toolkitSlug: tool.toolkit.slug, toolSlug: tool.slug, accountId, userId };
  return await ofProject(input, (scope) => chooseAccount(scope, choice));
}

async function run(
  input: Input,
  tool: ToolDefinition,
  account: ChosenAccount | undefined,
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
  const context = { egress, signal };
  if (account === undefined) return await callTool(execution, context);
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

type Failure = { readonly error: string; readonly status: number | null };

/** What the log says of calls that were made and not answered; others were not made, and are not logged. */
function describeFailure(error: unknown): Failure | undefined {
  if (!(error instanceof PlatformError)) return undefined;
  switch (error.slug) {
    case "ToolExecution_NoAnswer":
      return { error: noAnswer(error), status: null };
    case "ToolExecution_TimedOut":
      return { error: "The application did not answer in time.", status: null };
    case "ToolExecution_ProviderRateLimited":
      return { error: "The application's rate limit is used up.", status: 429 };
    default:
      return undefined;
  }
}

function noAnswer({ cause }: PlatformError): string {
  return cause instanceof EgressError && cause.reason === "aborted"
    ? "The caller closed its connection before the application answered."
    : "The application did not answer.";
}

/** Logs what was done. The call was made by now, so a log that cannot be written takes nothing away from its answer. */
async function writeLog(
  input: Input,
  entry: {
    readonly tool: ToolDefinition;
    readonly account: ChosenAccount | undefined;
    readonly logId: string;
    /** By `performance.now()`. */
    readonly began: number;
    readonly outcome?: ToolOutcome;
    readonly failure?: Failure;
  },
): Promise<void> {
  const { tool, account, logId, began, outcome, failure } = entry;
  const duration = Math.round(performance.now() - began);
  const log = {
    id: logId,
    tool_slug: tool.slug,
    toolkit_slug: tool.toolkit.slug,
    version: tool.record.version,
    source: "api",
    user_id: account?.userId ?? input.body.user_id ?? input.body.entity_id ?? null,
    connected_account_id: account?.id ?? null,
    auth_config_id: account?.authConfigId ?? null,
    successful: outcome?.successful ?? false,
    error: failure?.error ?? outcome?.error ?? null,
    reason: failure?.error ?? (outcome === undefined ? null : reasonOf(outcome)),
    status_code: failure?.status ?? outcome?.trace.status ?? null,
    arguments: input.body.arguments,
    data: outcome === undefined ? null : { ...outcome.data },
    duration_ms: duration,
    request_id: input.context.requestId,
    beganAt: databaseNowPlus(-duration),
  } as const;
  try {
    await ofProject(input, (scope) => writeToolExecutionLog(scope, log));
  } catch (error) {
    input.context.services.warn("execution was not logged", { log_id: logId, failure: error });
  }
}

/** What the log says in the clear of a call that failed: the application's own words may be secrets. */
function reasonOf({ successful, trace }: ToolOutcome): string | null {
  return successful ? null : `The application answered ${trace.status}.`;
}
