import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswerError, reportNoAnswer } from "../../applications/execution/answers/no-answer.ts";
import { executionMs } from "../../applications/execution/answers/send-request.ts";
import type { ExecutionAccount } from "../../applications/execution/execution-types.ts";
import { authSchemes } from "../../applications/toolkits/types/auth-schemes.ts";
import { EgressError } from "../../base/egress/egress-error.ts";
import { PlatformError } from "../../base/errors.ts";
import type { CurrentTokens } from "../../domain/accounts/token-refresh/current-tokens.ts";
import type { ChosenAccount } from "../choosing/choose-account.ts";
import { classifyOutsideFailure } from "../outside-failure.ts";
import type { Services } from "../services.ts";

/** Milliseconds. A token that expires sooner could expire on its way to the application. */
const marginMs = 60_000;

/**
 * Makes a call through an account, with valid tokens. If the application answers 401 although the token has not
 * expired, the token is refreshed and the call is made once more, because a 401 means that nothing was done. The time
 * of one execution covers all of it.
 *
 * @param call receives the remaining milliseconds
 * @param readStatus the application's status in an answer of `call`
 * @throws PlatformError `ToolExecution_AccountNotActive`; `ToolExecution_NoAnswer` when tokens cannot be fetched;
 *   `ToolExecution_TimedOut` when they arrive too late
 */
export async function callWithTokens<T>(
  services: Pick<Services, "tokens">,
  caller: { readonly projectId: string; readonly signal: AbortSignal | undefined },
  account: ChosenAccount,
  call: (account: ExecutionAccount, timeout: number) => Promise<T>,
  readStatus: (answer: T) => number | null,
): Promise<T> {
  const { projectId, signal } = caller;
  const end = performance.now() + executionMs;
  const countMillisecondsLeft = (): number => Math.max(1, end - performance.now());
  const { scheme } = account;
  if (authSchemes[scheme.mode].flow === undefined) {
    return await call({ scheme, values: account.values }, countMillisecondsLeft());
  }
  const ask = (): Promise<CurrentTokens> =>
    readTokens(() => services.tokens.getTokens(projectId, account.id));
  const first = account.tokens ?? (await waitInTime(ask(), countMillisecondsLeft(), signal));
  const toAccount = ({ val }: CurrentTokens): ExecutionAccount => ({
    scheme,
    values: { ...account.values, ...val },
  });
  const answer = await call(toAccount(first), countMillisecondsLeft());
  if (readStatus(answer) !== 401) {
    return answer;
  }
  const refusedVersion = first.version;
  const renewing = readTokens(() =>
    services.tokens.getTokens(projectId, account.id, { marginMs, refusedVersion }),
  );
  const renewed = await waitInTime(renewing, countMillisecondsLeft(), signal).catch(
    (error: unknown) => {
      // The application's own 401 is more useful than the news that its token cannot be refreshed.
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      return undefined;
    },
  );
  return renewed === undefined ? answer : await call(toAccount(renewed), countMillisecondsLeft());
}

/**
 * Waits for a refresh in the time that is left. The refresh itself is never given up, because its response may hold the
 * only valid refresh token. A slow refresh continues for later callers, even if its caller has left.
 */
async function waitInTime<T>(
  work: Promise<T>,
  timeout: number,
  callerLeft: AbortSignal | undefined,
): Promise<T> {
  const timer = new AbortController();
  const signal = AbortSignal.any([timer.signal, ...(callerLeft === undefined ? [] : [callerLeft])]);
  const late = sleep(timeout, undefined, { signal }).then(
    () => {
      throw new NoAnswerError("ToolExecution_TimedOut", "its tokens were not refreshed in time");
    },
    () => {
      throw reportNoAnswer(new EgressError("aborted"));
    },
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
  }
}

async function readTokens(get: () => Promise<CurrentTokens>): Promise<CurrentTokens> {
  try {
    return await get();
  } catch (error) {
    const failure = classifyOutsideFailure(error);
    if (failure?.kind === "ended" || error instanceof PlatformError) {
      throw new PlatformError("ToolExecution_AccountNotActive", { cause: error });
    }
    if (failure?.kind === "unreached") {
      // Fetching the tokens took too long, not the call itself.
      throw reportNoAnswer(failure.error, "ToolExecution_NoAnswer");
    }
    if (failure !== undefined) {
      const why = "its tokens cannot be refreshed now";
      throw new NoAnswerError("ToolExecution_NoAnswer", why, error);
    }
    throw error;
  }
}
