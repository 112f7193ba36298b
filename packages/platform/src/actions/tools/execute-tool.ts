import type { Values } from "../../domain/fields/masking.ts";
import type { ReturnedFile } from "../../domain/files/keep-result.ts";
import { separateConnections } from "../../egress/for-project.ts";
import { withProxy } from "../../egress/with-proxy.ts";
import { PlatformError } from "../../errors.ts";
import type { CustomAuthParams, ToolOutcome } from "../../execution/execution-types.ts";
import { runExecution } from "../../execution/run-execution.ts";
import type { ToolDefinition } from "../../toolkits/types/tool-types.ts";
import type { AccountChoice, ChosenAccount } from "../choosing/choose-account.ts";
import { withAccount } from "../choosing/with-account.ts";
import { createFileOpener } from "../files/open-file.ts";
import { storeResult } from "../files/store-result.ts";
import type { ActionCaller, Services } from "../services.ts";
import { type ActionTransactions, ownTransactions } from "../transactions.ts";
import { callAndLog } from "./logged-call.ts";
import { callWithTokens } from "./with-tokens.ts";

/** A tool to execute, with an account that is named or found by its user. */
export interface ToolCall {
  readonly toolSlug: string;
  /** Default: the toolkit's newest version. */
  readonly version?: string | undefined;
  readonly arguments: Values;
  readonly accountId?: string | undefined;
  /** When no account is named, the newest ACTIVE account of this user is used. */
  readonly userId?: string | undefined;
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
export type ExecutedTool = OmitOfEach<ToolOutcome, "trace"> & { readonly logId: string };

type OmitOfEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/**
 * Executes a tool for a caller of a project: chooses the account, refreshes its tokens if needed, logs the call
 * before it is made, and counts it if it was logged. It does not wait for a slot: when all slots of the project are taken, it throws.
 *
 * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`, `Tool_Deprecated`, `ToolExecution_TooManyAtOnce`,
 *   and the errors of `withAccount`, `callWithTokens` and `execution/run-execution.ts`
 */
export function executeTool(
  services: Services,
  caller: ActionCaller,
  request: ToolCall,
  transactions: ActionTransactions<ExecutedTool> = ownTransactions,
): Promise<ExecutedTool> {
  return services.executions.run(caller.projectId, () =>
    execute(services, caller, request, transactions),
  );
}

async function execute(
  services: Services,
  caller: ActionCaller,
  request: ToolCall,
  transactions: ActionTransactions<ExecutedTool>,
): Promise<ExecutedTool> {
  const { toolSlug, version } = request;
  const catalog = await services.catalogs.open(caller);
  const tool = await catalog.getTool(toolSlug, version === undefined ? {} : { version });
  if (tool.record.is_deprecated) {
    throw new PlatformError("Tool_Deprecated");
  }
  return await withAccount(services.accounts, caller, toChoice(request, tool), (account) =>
    executeThrough(services, caller, { tool, request, account, transactions }),
  );
}

interface Execution {
  readonly tool: ToolDefinition;
  readonly request: ToolCall;
  readonly account: ChosenAccount | undefined;
}

async function executeThrough(
  services: Services,
  caller: ActionCaller,
  {
    tool,
    request,
    account,
    transactions,
  }: Execution & { readonly transactions: ActionTransactions<ExecutedTool> },
): Promise<ExecutedTool> {
  let isBegun = false;
  try {
    const executed = await callAndLog(services, caller, {
      account,
      transactions,
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
      call: (beforeSend) => send(services, caller, { tool, request, account, beforeSend }),
      describe: ({ successful, error, data, trace }) => ({
        successful,
        error,
        // The application's own words may repeat secrets.
        reason: successful ? null : `The application answered ${trace.status}.`,
        status_code: trace.status,
        data: { ...(request.forLog?.maskData({ ...data }) ?? data) },
      }),
      toResult: ({ trace: _, ...outcome }, logId) => ({ ...outcome, logId }),
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
  }
}

/** The account to act through; undefined for tools that need none, and for calls with the caller's own credentials. */
function toChoice(
  { accountId, userId, authConfigIds, customAuthParams: custom }: ToolCall,
  tool: ToolDefinition,
): AccountChoice | undefined {
  const needsNone = tool.record.no_auth || custom !== undefined;
  return accountId === undefined && (needsNone || userId === undefined)
    ? undefined
    : { toolkitSlug: tool.toolkit.slug, toolSlug: tool.slug, accountId, userId, authConfigIds };
}

async function send(
  services: Services,
  caller: ActionCaller,
  call: Execution & { readonly beforeSend: () => Promise<void> },
): Promise<ToolOutcome> {
  const { tool, request, account, beforeSend } = call;
  const { arguments: values, customAuthParams } = request;
  const execution = {
    tool,
    arguments: values,
    ...(customAuthParams === undefined ? {} : { customAuthParams }),
  };
  const { projectId, signal } = caller;
  const egress = withProxy(
    separateConnections(services.egress, projectId, "calls"),
    account?.proxy,
  );
  const userId = account?.userId ?? request.userId;
  const files = createFileOpener(services, caller, userId);
  const context = {
    egress,
    signal,
    beforeSend,
    openFile: files.open,
    storeFile: (bytes: AsyncIterable<Uint8Array>, about: Pick<ReturnedFile, "name" | "mimetype">) =>
      storeResult(
        services,
        caller,
        { ...about, toolkitSlug: tool.toolkit.slug, toolSlug: tool.slug, userId },
        bytes,
      ),
  };
  try {
    const outcome =
      account === undefined
        ? await runExecution(execution, context)
        : await callWithTokens(
            services,
            caller,
            account,
            (through, timeout) =>
              runExecution({ ...execution, account: through }, { ...context, timeout }),
            ({ trace }) => trace.status,
          );
    const { mismatches } = outcome.trace;
    if (mismatches.length > 0) {
      services.warn("answer differs from the toolkit's document", { tool: tool.slug, mismatches });
    }
    return outcome;
  } finally {
    await files.close();
  }
}
