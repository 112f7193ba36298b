import type {
  CustomAuthParams,
  ExecutionAccount,
  ToolOutcome,
} from "../../applications/execution/execution-types.ts";
import { buildExecution } from "../../applications/execution/run-execution.ts";
import type { ToolDefinition } from "../../applications/toolkits/types/tool-types.ts";
import { separateConnections } from "../../base/egress/for-project.ts";
import { withProxy } from "../../base/egress/with-proxy.ts";
import { PlatformError } from "../../base/errors.ts";
import type { Values } from "../../domain/fields/masking.ts";
import type { ActionKey } from "../action-key.ts";
import type { AccountChoice, ChosenAccount } from "../choosing/choose-account.ts";
import { createFileOpener } from "../files/open-file.ts";
import { storeResult } from "../files/store-result.ts";
import type { ActionCaller, Services } from "../services.ts";
import { callAndLog } from "./logged-call.ts";

/** A tool to execute, with an account that is named or found by its user. */
export interface ToolCall {
  readonly toolSlug: string;
  /** Default: the toolkit's newest version. */
  readonly version?: string | undefined;
  readonly arguments: Values;
  readonly accountId?: string | undefined;
  /** When no account is named, the newest ACTIVE account of this user is used. */
  readonly userId?: string | undefined;
  /** The alias of the account. */
  readonly alias?: string | undefined;
  /** True for the call of an agent. Of several accounts that it could mean, none is chosen. */
  readonly isAgent?: boolean | undefined;
  /** The auth configs whose accounts may be used. Without it, all of the project's. */
  readonly authConfigIds?: readonly string[] | undefined;
  readonly customAuthParams?: CustomAuthParams | undefined;
  /** Replaces the values in the log where they hold secrets of the service. */
  readonly forLog?: {
    readonly arguments: Values;
    readonly maskData: (data: Values) => Values;
  };
}

/** The application's response. A failure of the application is an outcome, not an error. */
export type ExecutedTool = OmitOfEach<ToolOutcome, "trace"> & {
  readonly logId: string;
  /** The account with which it was executed; undefined for a tool that needs none. */
  readonly accountId: string | undefined;
  /** The user for whom it was executed, if the call or its account names one. */
  readonly userId: string | undefined;
};

type OmitOfEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/**
 * Executes a tool for a caller of a project: chooses the account, refreshes its tokens if needed, logs the call
 * before it is made, and counts it if it was logged. It does not wait for a slot: when all slots of the project are taken, it throws.
 *
 * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`, `Tool_Deprecated`, `ToolExecution_TooManyAtOnce`,
 *   and the errors of `accounts.choose`, `callAndLog` and `execution/run-execution.ts`
 */
export function executeTool(
  services: Services,
  caller: ActionCaller,
  request: ToolCall,
  key?: ActionKey<ExecutedTool>,
): Promise<ExecutedTool> {
  return services.executions.run(caller.projectId, () => execute(services, caller, request, key));
}

async function execute(
  services: Services,
  caller: ActionCaller,
  request: ToolCall,
  key: ActionKey<ExecutedTool> | undefined,
): Promise<ExecutedTool> {
  const { toolSlug, version } = request;
  const catalog = await services.catalogs.open(caller);
  const tool = await catalog.getTool(toolSlug, { version });
  if (tool.record.is_deprecated) {
    throw new PlatformError("Tool_Deprecated");
  }
  const choice = toChoice(request, tool);
  const account = choice && (await services.accounts.choose(caller, choice));
  return await executeThrough(services, caller, { tool, request, account, key });
}

interface Execution {
  readonly tool: ToolDefinition;
  readonly request: ToolCall;
  readonly account: ChosenAccount | undefined;
  readonly key: ActionKey<ExecutedTool> | undefined;
}

async function executeThrough(
  services: Services,
  caller: ActionCaller,
  { tool, request, account, key }: Execution,
): Promise<ExecutedTool> {
  const userId = account?.userId ?? request.userId;
  const files = createFileOpener(services, caller, userId);
  let isBegun = false;
  try {
    const executed = await callAndLog(services, caller, {
      account,
      key,
      onBegun: () => {
        isBegun = true;
      },
      execution: {
        tool_slug: tool.slug,
        toolkit_slug: tool.toolkit.slug,
        version: tool.record.version,
        user_id: request.userId ?? null,
        arguments: request.forLog?.arguments ?? request.arguments,
      },
      build: (through, timeout) =>
        build(services, caller, { tool, request, account, through, timeout, files }),
      describe: ({ successful, error, data, trace }) => ({
        successful,
        error,
        // The application's own words may repeat secrets.
        reason: successful ? null : `The application answered ${trace.status}.`,
        status_code: trace.status,
        data: { ...(request.forLog?.maskData({ ...data }) ?? data) },
      }),
      toResult: ({ trace: _, ...outcome }, logId) => ({
        ...outcome,
        logId,
        accountId: account?.id,
        userId,
      }),
    });
    services.countExecution(tool.toolkit.slug, executed.successful ? "success" : "failure");
    return executed;
  } catch (error) {
    // A call that was refused before, such as a repeated request, is not an execution, and is not logged either.
    if (isBegun) {
      const hasLeft = caller.signal?.aborted === true;
      services.countExecution(tool.toolkit.slug, hasLeft ? "abandoned" : "error");
    }
    throw error;
  } finally {
    await files.close();
  }
}

/** The account to act through; undefined for tools that need none, and for calls with the caller's own credentials. */
function toChoice(
  { accountId, userId, alias, isAgent, authConfigIds, customAuthParams: custom }: ToolCall,
  tool: ToolDefinition,
): AccountChoice | undefined {
  const { authSchemes, server } = tool.toolkit;
  // The address may depend on the account, even if the call needs no credentials.
  const choosesAddress = authSchemes.length > 0 && server.variables.size > 0;
  const needsNone = (tool.record.no_auth && !choosesAddress) || custom !== undefined;
  if (accountId === undefined && (needsNone || userId === undefined)) {
    return undefined;
  }
  const named = { accountId, userId, alias, isAgent, authConfigIds };
  return { ...named, toolkitSlug: tool.toolkit.slug, toolSlug: tool.slug };
}

/** Builds a tool's request, and returns a function that sends it. */
async function build(
  services: Services,
  caller: ActionCaller,
  call: Omit<Execution, "key"> & {
    readonly through: ExecutionAccount | undefined;
    readonly timeout: number;
    readonly files: ReturnType<typeof createFileOpener>;
  },
): Promise<() => Promise<ToolOutcome>> {
  const { tool, request, account, through, timeout, files } = call;
  const { projectId, signal } = caller;
  const own = separateConnections(services.egress, projectId, "calls");
  const origin = {
    toolkitSlug: tool.toolkit.slug,
    toolSlug: tool.slug,
    userId: account?.userId ?? request.userId,
  };
  const send = await buildExecution(
    {
      tool,
      arguments: request.arguments,
      account: through,
      customAuthParams: request.customAuthParams,
    },
    {
      egress: withProxy(own, account?.proxy),
      timeout,
      signal,
      openFile: files.open,
      storeFile: (bytes, about) => storeResult(services, caller, { ...about, ...origin }, bytes),
    },
  );
  return async () => {
    const outcome = await send();
    const { mismatches } = outcome.trace;
    if (mismatches.length > 0) {
      services.warn("answer differs from the toolkit's document", { tool: tool.slug, mismatches });
    }
    return outcome;
  };
}
