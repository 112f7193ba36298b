import {
  type BegunExecution,
  beginExecution,
  completeExecution,
  type ExecutionEnd,
} from "../../domain/logs/record-execution.ts";
import { createLogId } from "../../domain/logs/tool-execution-logs.ts";
import { inProject, type Scope } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import { causeOf, NoAnswerError } from "../../execution/no-answer.ts";
import type { ActionCaller, Services } from "../services.ts";
import type { ChosenAccount } from "./choose-account.ts";

/** A call that is logged. */
export interface LoggedCall<T> {
  readonly execution: Pick<
    BegunExecution,
    "tool_slug" | "toolkit_slug" | "version" | "arguments" | "user_id"
  >;
  readonly account: ChosenAccount | undefined;
  /** Makes the call, and awaits `beforeSend` before anything is sent. */
  readonly call: (beforeSend: () => Promise<void>) => Promise<T>;
  /** What the log says of an answer. */
  readonly describe: (answer: T) => Omit<ExecutionEnd, "duration_ms">;
}

/**
 * Makes a call to an application. Its log is written before anything is sent and completed after it, so that no effect is
 * without a trace. Calls that are refused before anything was to be sent leave none.
 */
export async function loggedCall<T>(
  services: Services,
  caller: ActionCaller,
  { execution, account, call, describe }: LoggedCall<T>,
): Promise<{ readonly answer: T; readonly logId: string }> {
  const began = performance.now();
  const entry: BegunExecution = {
    id: createLogId(),
    source: caller.source,
    ...execution,
    user_id: account?.userId ?? execution.user_id,
    connected_account_id: account?.id ?? null,
    auth_config_id: account?.authConfigId ?? null,
    request_id: caller.requestId,
  };
  const write = (work: (scope: Scope) => Promise<void>): Promise<void> =>
    inProject(services.platform, caller.projectId, work);
  let begun: Promise<void> | undefined;
  // A call that is made again with a new token is still the same execution.
  const begin = (): Promise<void> => {
    begun ??= write((scope) => beginExecution(scope, entry));
    return begun;
  };
  const complete = async (outcome: Omit<ExecutionEnd, "duration_ms">): Promise<void> => {
    const end = { ...outcome, duration_ms: Math.round(performance.now() - began) };
    try {
      await begin();
      await write((scope) => completeExecution(scope, entry, end));
    } catch (failure) {
      // The call was made, and its answer is worth more than its log, which says "interrupted" after a while.
      services.warn("execution was not logged", { log_id: entry.id, failure });
    }
  };
  try {
    const answer = await call(begin);
    await complete(describe(answer));
    return { answer, logId: entry.id };
  } catch (error) {
    const failure = describeFailure(error, begun !== undefined);
    if (error instanceof NoAnswerError) {
      const { tool_slug: tool, connected_account_id, request_id } = entry;
      const ids = { log_id: entry.id, request_id, tool, connected_account_id };
      services.warn("application did not answer", { ...ids, ...causeOf(error) });
    }
    if (failure !== undefined) {
      await complete({ successful: false, data: null, error: null, ...failure });
    }
    throw error;
  }
}

/** What the log says of calls that were not answered. Those that nobody began to send are not logged. */
function describeFailure(
  error: unknown,
  isBegun: boolean,
): Pick<ExecutionEnd, "reason" | "status_code"> | undefined {
  if (error instanceof NoAnswerError) {
    const end = error.slug === "ToolExecution_TimedOut" ? " in time" : `: ${error.why}`;
    return { reason: `The application did not answer${end}.`, status_code: null };
  }
  if (error instanceof PlatformError && error.slug === "ToolExecution_ProviderRateLimited") {
    return { reason: "The application's rate limit is used up.", status_code: 429 };
  }
  return isBegun ? { reason: "The call could not be made.", status_code: null } : undefined;
}
