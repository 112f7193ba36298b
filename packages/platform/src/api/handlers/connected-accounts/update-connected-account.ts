import { updateAccount } from "../../../actions/connected-accounts/update-account.ts";
import type { HandlerOf } from "../handler.ts";

/** `PATCH /connected_accounts/{nanoid}` */
export const updateConnectedAccount: HandlerOf<"updateConnectedAccount"> = async (input) => {
  const { body, context, path, principal } = input;
  const { validate_credentials: validate, ...change } = body;
  const { projectId } = principal.ProjectKey;
  const request = { id: path.nanoid, change, validate };
  return { status: 200, body: await updateAccount(context.services, projectId, request) };
};
