import { describeCause, NoAnswerError } from "../../applications/execution/answers/no-answer.ts";
import { executionMs } from "../../applications/execution/answers/send-request.ts";
import type { ExecutionAccount } from "../../applications/execution/execution-types.ts";
import { PlatformError } from "../../base/errors.ts";
import type { BegunExecution, ExecutionEnd } from "../../domain/logs/record-execution.ts";
import { createLogId } from "../../domain/logs/tool-execution-logs.ts";
import type { ActionEnding, ActionKey } from "../action-key.ts";
import type { ChosenAccount } from "../choosing/choose-account.ts";
import type { ActionCaller, Services } from "../services.ts";
import { callWithTokens } from "./with-tokens.ts";

/** A logged call. */
export interface LoggedCall<T, Result> {
  readonly execution: Pick<
    BegunExecution,
    "tool_slug" | "toolkit_slug" | "version" | "arguments" | "user_id"
  >;
  readonly account: ChosenAccount | undefined;
  readonly key: ActionKey<Result> | undefined;
  /** Called when the log entry is written, before anything is sent. */
  readonly onBegun?: () => void;
  /** Builds the request, and returns a function that sends it. An account comes with valid tokens. */
  readonly build: (
    through: ExecutionAccount | undefined,
    timeout: number,
  ) => (() => Promise<T>) | Promise<() => Promise<T>>;
  /** Returns the members of the log entry that describe the response. */
  readonly describe: (answer: T) => Omit<ExecutionEnd, "duration_ms">;
  /** Result of the action for an answer. */
  readonly toResult: (answer: T, logId: string) => Result;
}

/**
 * Makes a call to an application: gets tokens, builds the request, begins the log, sends, and ends the log. The log is begun
 * before anything is sent, so every effect leaves a trace. Calls that are refused before that are not logged.
 *
 * @throws the errors of `callWithTokens`, of `build` and what it returns, and of `executionLog.begin`
 */
export async function callAndLog<T, Result>(
  services: Pick<Services, "executionLog" | "tokens" | "warn">,
  caller: ActionCaller,
  { execution, account, key, onBegun, build, describe, toResult }: LoggedCall<T, Result>,
): Promise<Result> {
  const began = performance.now();
  const entry: BegunExecution = {
    id: createLogId(),
    source: caller.source,
    tool_slug: execution.tool_slug,
    toolkit_slug: execution.toolkit_slug,
    version: execution.version,
    arguments: execution.arguments,
    user_id: account?.userId ?? execution.user_id,
    connected_account_id: account?.id ?? null,
    auth_config_id: account?.authConfigId ?? null,
    request_id: caller.requestId,
  };
  let isBegun = false;
  const begin = async (): Promise<void> => {
    // A call that is repeated with a new token is still the same execution.
    if (!isBegun) {
      await services.executionLog.begin(caller, { ...entry, newKey: key?.newKey });
      key?.begun();
      isBegun = true;
      onBegun?.();
    }
  };
  const complete = async (
    outcome: Omit<ExecutionEnd, "duration_ms">,
    ending: ActionEnding<Result>,
  ): Promise<void> => {
    const { id, arguments: given } = entry;
    const end = { ...outcome, duration_ms: Math.round(performance.now() - began) };
    try {
      const keyed = await key?.toKeyed(ending);
      await services.executionLog.complete(caller, { id, arguments: given, end, keyed });
      key?.ended(keyed);
    } catch (failure) {
      // The call was made, and its response is more important than its log entry. The entry will say "interrupted"
      // after a while.
      services.warn("execution was not logged", { log_id: entry.id, failure });
    }
  };
  const call = async (
    through: ExecutionAccount | undefined,
    timeout: number,
  ): Promise<{ readonly answer: T; readonly outcome: Omit<ExecutionEnd, "duration_ms"> }> => {
    const send = await build(through, timeout);
    await begin();
    const answer = await send();
    return { answer, outcome: describe(answer) };
  };
  try {
    const { answer, outcome } =
      account === undefined
        ? await call(undefined, executionMs)
        : await callWithTokens(services, caller, account, call, (made) => made.outcome.status_code);
    const result = toResult(answer, entry.id);
    await complete(outcome, { kind: "done", result });
    return result;
  } catch (error) {
    const failure = describeFailure(error, isBegun);
    if (error instanceof NoAnswerError) {
      const { tool_slug: tool, connected_account_id, request_id } = entry;
      const ids = { log_id: entry.id, request_id, tool, connected_account_id };
      services.warn("application did not answer", { ...ids, ...describeCause(error) });
    }
    if (failure !== undefined) {
      const end = { successful: false, data: null, error: null, ...failure };
      // Tokens that could not be fetched are logged too.
      await begin();
      await complete(end, { kind: "failed", error });
    }
    throw error;
  }
}

/** The errors of an answer that cannot be stored. */
const unstored: ReadonlySet<string> = new Set(["Project_StorageFull", "Server_DiskFull"]);

/** Describes a call without a response for the log. Calls that were never sent are not logged. */
function describeFailure(
  error: unknown,
  isBegun: boolean,
): Pick<ExecutionEnd, "reason" | "status_code"> | undefined {
  if (error instanceof NoAnswerError) {
    const end = error.slug === "ToolExecution_TimedOut" ? " in time" : `: ${error.why}`;
    return { reason: `The application did not answer${end}.`, status_code: null };
  }
  if (error instanceof PlatformError && error.slug === "ToolExecution_ProviderRateLimited") {
    return { reason: "The application's rate limit is exhausted.", status_code: 429 };
  }
  if (error instanceof PlatformError && unstored.has(error.slug)) {
    return {
      reason: "The application answered, and its file could not be stored.",
      status_code: null,
    };
  }
  return isBegun ? { reason: "The call could not be made.", status_code: null } : undefined;
}
