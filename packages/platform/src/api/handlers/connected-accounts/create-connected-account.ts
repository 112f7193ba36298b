import { validateCredentials } from "../../../actions/connected-accounts/validate-credentials.ts";
import { createConnectedAccount as makeAccount } from "../../../domain/accounts/connecting/create-connected-account.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /connected_accounts` */
export const createConnectedAccount: HandlerOf<"createConnectedAccount"> = async (input) => {
  const { validate_credentials: validate, ...request } = input.body;
  const { projectId } = input.principal.ProjectKey;
  const tried = validate
    ? await validateCredentials(input.context.services, projectId, request)
    : undefined;
  return await runOnceInProject(input, async (scope) => ({
    status: 201,
    body: {
      ...(await makeAccount(scope, request, tried)),
      ...(tried && { credentials_checked: tried.isChecked }),
    },
  }));
};
