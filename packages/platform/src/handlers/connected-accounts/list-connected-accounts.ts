import { listConnectedAccounts as readAccounts } from "../../domain/connected-accounts/read-connected-accounts.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofProject } from "../scopes.ts";
import { toConnectedAccount } from "./to-connected-account.ts";

/** `GET /connected_accounts` */
export const listConnectedAccounts: HandlerOf<"listConnectedAccounts"> = async (input) => {
  const page = queryPage(input);
  const { items, ...envelope } = await ofProject(input, (scope) =>
    readAccounts(scope, input.query, page),
  );
  return { status: 200, body: { items: items.map(toConnectedAccount), ...envelope } };
};
