import type { Schemas } from "../base/api-types.ts";
import { createAuthConfig } from "../domain/accounts/auth-configs/create-auth-config.ts";
import { createConnectedAccount } from "../domain/accounts/connecting/create-connected-account.ts";
import type { Scope } from "../domain/scope.ts";

/** Connects an account of Stripe for a user, with its own auth config. */
export async function connectStripe(
  scope: Scope,
  userId: string,
): Promise<Schemas["CreateConnectedAccountResponseOutput"]> {
  const { auth_config } = await createAuthConfig(scope, {
    toolkit: { slug: "stripe" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
  });
  return await createConnectedAccount(scope, {
    auth_config,
    connection: {
      user_id: userId,
      state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: "k" } },
    },
  });
}
