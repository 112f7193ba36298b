import {
  createAuthConfig,
  createLink,
  isApiError,
  refreshConnectedAccount,
} from "../../../../generated/client/index.js";
import type {
  AuthConfigInput,
  AuthScheme,
  ConnectedAccountResponse,
} from "../../../../generated/types/index.js";
import { transport } from "./transport.ts";

/** With what an account is connected: an auth config that is there, or a new one. */
export type AuthChoice =
  | { readonly kind: "existing"; readonly id: string }
  | { readonly kind: "managed"; readonly scheme: AuthScheme }
  | { readonly kind: "custom"; readonly scheme: AuthScheme };

/** Makes the auth config that was chosen, unless it is there; returns its id. */
export async function ensureAuthConfig(
  toolkit: string,
  choice: AuthChoice,
  credentials: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (choice.kind === "existing") {
    return choice.id;
  }
  const input: AuthConfigInput =
    choice.kind === "managed"
      ? { type: "use_platform_managed_auth" }
      : { type: "use_custom_auth", authScheme: choice.scheme, credentials };
  const { auth_config } = await createAuthConfig(transport, {
    body: { toolkit: { slug: toolkit }, auth_config: input },
  });
  return auth_config.id;
}

/** Makes the link at which a user connects an account. */
export async function beginLink(authConfig: string, user: string) {
  const { redirect_url: url, connected_account_id: account } = await createLink(transport, {
    body: { auth_config_id: authConfig, user_id: user },
  });
  return { url, account };
}

/**
 * Connects an account again.
 *
 * @returns the page to which the user has to go; undefined when the access was renewed without the user
 */
export async function reconnectAccount(
  account: ConnectedAccountResponse,
): Promise<string | undefined> {
  try {
    const { redirect_url } = await refreshConnectedAccount(transport, { nanoid: account.id });
    return redirect_url ?? undefined;
  } catch (error) {
    // A key has nothing to refresh: its user gives a new one, which makes a new account.
    if (isApiError(error) && error.status === 501) {
      return (await beginLink(account.auth_config.id, account.user_id)).url;
    }
    throw error;
  }
}
