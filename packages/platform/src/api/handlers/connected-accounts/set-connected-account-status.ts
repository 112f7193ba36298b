import { setConnectedAccountStatus as switchAccount } from "../../../domain/accounts/connected-accounts/set-connected-account-status.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /connected_accounts/{nanoid}/status` */
export const setConnectedAccountStatus: HandlerOf<"setConnectedAccountStatus"> = async (input) => {
  const { nanoid } = input.path;
  await runInCallersProject(input, (scope) => switchAccount(scope, nanoid, input.body.enabled));
  return { status: 200, body: { success: true } };
};
