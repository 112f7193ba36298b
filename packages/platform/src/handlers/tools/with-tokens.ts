import {
  type CurrentTokens,
  RefreshBusyError,
  RefreshRefusedError,
} from "../../domain/token-refresh/refresh-tokens.ts";
import { EgressError } from "../../egress/egress-error.ts";
import { PlatformError } from "../../errors.ts";
import type { ExecutionAccount } from "../../execution/execution-types.ts";
import { TokenError } from "../../oauth/token-answer.ts";
import type { Services } from "../handler.ts";
import type { ChosenAccount } from "./choose-account.ts";

/** Schemes whose credential is a token that the service fetches. */
const tokenSchemes: ReadonlySet<string> = new Set(["OAUTH2", "S2S_OAUTH2", "DCR_OAUTH"]);

/** Tokens that end within a minute could end on their way to the application. */
const marginMs = 60_000;

/**
 * Makes a call through an account, with tokens that are good. Where the application refuses a token before its time, it is
 * refreshed and the call is made once more: a 401 says that nothing was done.
 *
 * @throws PlatformError `ToolExecution_AccountNotActive`, `ToolExecution_NoAnswer` when there are no tokens to be had
 */
export async function callWithTokens<T>(
  services: Services,
  projectId: string,
  account: ChosenAccount,
  call: (account: ExecutionAccount) => Promise<{ readonly status: number; readonly result: T }>,
): Promise<T> {
  const { scheme } = account;
  if (!tokenSchemes.has(scheme.mode)) {
    return (await call({ scheme, values: account.values })).result;
  }
  const first = await tokensOf(() => services.tokens.getTokens(projectId, account.id));
  const toAccount = ({ val }: CurrentTokens): ExecutionAccount => ({
    scheme,
    values: { ...account.values, ...val },
  });
  const { status, result } = await call(toAccount(first));
  if (status !== 401) return result;
  const refusedVersion = first.version;
  const renewed = await tokensOf(() =>
    services.tokens.getTokens(projectId, account.id, { marginMs, refusedVersion }),
  ).catch((error: unknown) => {
    // The application's own 401 says more than that its token cannot be renewed.
    if (!(error instanceof PlatformError)) throw error;
    return undefined;
  });
  return renewed === undefined ? result : (await call(toAccount(renewed))).result;
}

async function tokensOf(get: () => Promise<CurrentTokens>): Promise<CurrentTokens> {
  try {
    return await get();
  } catch (error) {
    const isOurs = error instanceof PlatformError;
    if (error instanceof RefreshRefusedError || isOurs) {
      throw new PlatformError("ToolExecution_AccountNotActive", { cause: error });
    }
    if (
      error instanceof RefreshBusyError ||
      error instanceof TokenError ||
      error instanceof EgressError
    ) {
      throw new PlatformError("ToolExecution_NoAnswer", { cause: error });
    }
    throw error;
  }
}
