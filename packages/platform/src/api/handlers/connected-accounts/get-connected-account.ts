import { getConnectedAccount as readAccount } from "../../../domain/accounts/connected-accounts/read-connected-accounts.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /connected_accounts/{nanoid}` */
export const getConnectedAccount: HandlerOf<"getConnectedAccount"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => readAccount(scope, input.path.nanoid)),
});
