import { listConnectedAccounts as readAccounts } from "../../domain/connected-accounts/read-connected-accounts.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofProject } from "../scopes.ts";

/** `GET /connected_accounts` */
export const listConnectedAccounts: HandlerOf<"listConnectedAccounts"> = async (input) => {
  const page = queryPage(input);
  const body = await ofProject(input, (scope) => readAccounts(scope, input.query, page));
  return { status: 200, body };
};
