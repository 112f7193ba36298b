import { AccountChangedError } from "../../domain/logs/execution-log.ts";
import type { BegunExecution, ExecutionEnd } from "../../domain/logs/record-execution.ts";
import { createLogId } from "../../domain/logs/tool-execution-logs.ts";
import { PlatformError } from "../../errors.ts";
import { describeCause, NoAnswerError } from "../../execution/answers/no-answer.ts";
import type { ChosenAccount } from "../choosing/choose-account.ts";
import type { ActionCaller, Services } from "../services.ts";
import type { ActionEnding, ActionTransactions } from "../transactions.ts";

/** A logged call. */
export interface LoggedCall<T, Result> {
  readonly execution: Pick<
    BegunExecution,
    "tool_slug" | "toolkit_slug" | "version" | "arguments" | "user_id"
  >;
  readonly account: ChosenAccount | undefined;
  readonly transactions: ActionTransactions<Result>;
  /** Called when the log entry is written, before anything is sent. */
  readonly onBegun?: () => void;
  /** Makes the call. It awaits `beforeSend` before anything is sent. */
  readonly call: (beforeSend: () => Promise<void>) => Promise<T>;
  /** Returns the members of the log entry that describe the response. */
  readonly describe: (answer: T) => Omit<ExecutionEnd, "duration_ms">;
  /** Result of the action for an answer. */
  readonly toResult: (answer: T, logId: string) => Result;
}

/**
 * Makes a call to an application. Its log entry is written before anything is sent and completed afterwards, so every
 * effect leaves a trace. Calls that are refused before that are not logged.
 *
 * @throws AccountChangedError when a recalled account has to be read. Nothing was sent or logged then
 * @throws the errors of `call`, and of `transactions`
 */
export async function callAndLog<T, Result>(
  services: Pick<Services, "executionLog" | "warn">,
  caller: ActionCaller,
  { execution, account, transactions, onBegun, call, describe, toResult }: LoggedCall<T, Result>,
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
  const accountMark = account?.recalledMark;
  let isAsked = false;
  let isBegun = false;
  const begin = async (): Promise<void> => {
    // A call that is repeated with a new token is still the same execution.
    if (!isBegun) {
      isAsked = true;
      await transactions.begin((newKey) =>
        services.executionLog.begin(caller, { ...entry, newKey, accountMark }),
      );
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
      await transactions.end(ending, (keyed) =>
        services.executionLog.complete(caller, { id, arguments: given, end, keyed }),
      );
    } catch (failure) {
      // The call was made, and its response is more important than its log entry. The entry will say "interrupted"
      // after a while.
      services.warn("execution was not logged", { log_id: entry.id, failure });
    }
  };
  try {
    const answer = await call(begin);
    const result = toResult(answer, entry.id);
    await complete(describe(answer), { kind: "done", result });
    return result;
  } catch (error) {
    if (accountMark !== undefined && !isAsked) {
      // The account as it is now may not have this error.
      throw new AccountChangedError({ cause: error });
    }
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
  return isBegun ? { reason: "The call could not be made.", status_code: null } : undefined;
}
