import { deleteConnectedAccount as removeAccount } from "../../../domain/removal/delete-connected-account.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /connected_accounts/{nanoid}` */
export const deleteConnectedAccount: HandlerOf<"deleteConnectedAccount"> = async (input) => {
  await runInCallersProject(input, (scope) => removeAccount(scope, input.path.nanoid));
  return { status: 200, body: { success: true } };
};
