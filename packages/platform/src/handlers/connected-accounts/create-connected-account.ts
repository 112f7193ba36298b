import {
  checkConnection,
  createConnectedAccount as makeAccount,
} from "../../domain/connected-accounts/create-connected-account.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject, onceOfProject } from "../scopes.ts";
import { toCreatedAccount } from "./to-connected-account.ts";
import { tryCredentials } from "./try-credentials.ts";

/** `POST /connected_accounts` */
export const createConnectedAccount: HandlerOf<"createConnectedAccount"> = async (input) => {
  const { validate_credentials: validate, ...request } = input.body;
  if (validate) {
    const plan = await ofProject(input, (scope) => checkConnection(scope, request));
    if (plan.scheme.mode === "API_KEY") {
      const { credentials, shared_credentials: shared, proxy_config } = plan.authConfigSecrets;
      const values = { ...credentials, ...shared, ...plan.values };
      await tryCredentials(input.context.services, plan.scheme, values, proxy_config);
    }
  }
  return await onceOfProject(input, async (scope) => ({
    status: 201,
    body: toCreatedAccount(await makeAccount(scope, request)),
  }));
};
