import type { Logger } from "pino";
import { TokenError } from "../applications/oauth/token-answer.ts";
import type { ExpiredAccount } from "../domain/accounts/token-refresh/refresh-tokens.ts";

/** The error codes of OAuth and of applications are words. A string in any other form could be a secret. */
const word = /^[a-z][a-z_]{0,63}$/;

/** Logs a line for every account that has expired because of a failed refresh, with ids and without secrets. */
export function reportExpired(log: Pick<Logger, "warn">): (account: ExpiredAccount) => void {
  return ({ projectId, accountId, kind, error }) => {
    const { cause = error } = error instanceof Error ? error : {};
    const code = cause instanceof TokenError && word.test(cause.code) ? cause.code : undefined;
    log.warn(
      {
        project_id: projectId,
        connected_account_id: accountId,
        reason: kind === "refused" ? "refused" : "failed too often",
        oauth_error: code,
      },
      "connected account expired",
    );
  };
}
