import { refreshAccount } from "../../../actions/connected-accounts/refresh-account.ts";
import type { HandlerOf } from "../handler.ts";

/** `POST /connected_accounts/{nanoid}/refresh` */
export const refreshConnectedAccount: HandlerOf<"refreshConnectedAccount"> = async (input) => {
  const { body, context, path, principal, query } = input;
  const { projectId } = principal.ProjectKey;
  const { redirectUrl, ...account } = await refreshAccount(context.services, projectId, {
    accountId: path.nanoid,
    redirectUrl: body?.redirect_url ?? query.redirect_url,
    validateCredentials: body?.validate_credentials,
  });
  return { status: 200, body: { ...account, redirect_url: redirectUrl } };
};
