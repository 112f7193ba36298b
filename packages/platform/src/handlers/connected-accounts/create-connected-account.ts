import { tryConnection } from "../../actions/connected-accounts/try-credentials.ts";
import {
  checkConnection,
  createConnectedAccount as makeAccount,
} from "../../domain/connecting/create-connected-account.ts";
import { PlatformError } from "../../errors.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject, onceOfProject } from "../scopes.ts";
import { toCreatedAccount } from "./to-connected-account.ts";

/** `POST /connected_accounts` */
export const createConnectedAccount: HandlerOf<"createConnectedAccount"> = async (input) => {
  const { validate_credentials: validate, ...request } = input.body;
  if (validate) {
    const plan = await ofProject(input, (scope) => checkConnection(scope, request));
    const trial =
      plan.scheme.mode === "API_KEY"
        ? await tryConnection(input.context.services, plan)
        : "untried";
    if (trial === "refused") {
      throw new PlatformError("ConnectedAccount_CredentialsRejected");
    }
  }
  return await onceOfProject(input, async (scope) => ({
    status: 201,
    body: toCreatedAccount(await makeAccount(scope, request)),
  }));
};
