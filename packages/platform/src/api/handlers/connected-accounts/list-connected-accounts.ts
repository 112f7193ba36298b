import { listConnectedAccounts as readAccounts } from "../../../domain/accounts/connected-accounts/read-connected-accounts.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /connected_accounts` */
export const listConnectedAccounts: HandlerOf<"listConnectedAccounts"> = async (input) => {
  const page = readQueryPage(input);
  const body = await runInCallersProject(input, (scope) => readAccounts(scope, input.query, page));
  return { status: 200, body };
};
