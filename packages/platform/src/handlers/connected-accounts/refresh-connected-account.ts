import { tryCredentials } from "../../actions/connected-accounts/try-credentials.ts";
import { openAuthConfig } from "../../domain/auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../../domain/auth-configs/read-auth-configs.ts";
import { readAccount } from "../../domain/connected-accounts/account-rows.ts";
import { findScheme } from "../../domain/fields/connection-catalog.ts";
import { createRefreshLink, planRefresh } from "../../domain/token-refresh/plan-refresh.ts";
import { type CurrentTokens, RefreshBusyError } from "../../domain/token-refresh/refresh-tokens.ts";
import { EgressError } from "../../egress/egress-error.ts";
import { forProject } from "../../egress/for-project.ts";
import { PlatformError } from "../../errors.ts";
import { RefreshRefusedError } from "../../oauth/refresh-errors.ts";
import { TokenError } from "../../oauth/token-answer.ts";
import type { AuthScheme } from "../../toolkits/auth-types.ts";
import type { HandlerOf } from "../handler.ts";
import { ofProject } from "../scopes.ts";

type Input = Parameters<HandlerOf<"refreshConnectedAccount">>[0];

/** `POST /connected_accounts/{nanoid}/refresh` */
export const refreshConnectedAccount: HandlerOf<"refreshConnectedAccount"> = async (input) => {
  const { nanoid } = input.path;
  const { services } = input.context;
  const { plan, scheme, proxy } = await ofProject(input, async (scope) => {
    const found = await planRefresh(scope, nanoid);
    const row = await readAccount(scope, nanoid);
    const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
    const config = await openAuthConfig(scope, await readAuthConfig(scope, row.auth_config_id));
    return {
      plan: found,
      scheme: toolkit && findScheme(toolkit, row.auth_scheme),
      proxy: config.proxy_config,
    };
  });
  if (plan.kind === "user") {
    return await askUser(input);
  }
  const tokens = await renew(input, plan.version);
  if (tokens === undefined) {
    if (scheme?.mode !== "OAUTH2") {
      throw new PlatformError("ConnectedAccount_CredentialsRejected");
    }
    return await askUser(input);
  }
  if (input.body?.validate_credentials === true && scheme !== undefined) {
    const { projectId } = input.principal.ProjectKey;
    const own = { ...services, egress: forProject(services.egress, projectId, "calls") };
    const trial = await tryCredentials(own, scheme satisfies AuthScheme, tokens.val, proxy);
    if (trial === "refused") {
      throw new PlatformError("ConnectedAccount_CredentialsRejected");
    }
  }
  return { status: 200, body: { id: nanoid, status: "ACTIVE", redirect_url: null } };
};

/** New tokens without the user; undefined when the application refuses to give any. */
async function renew(input: Input, refusedVersion: number): Promise<CurrentTokens | undefined> {
  const { services } = input.context;
  const { projectId } = input.principal.ProjectKey;
  try {
    return await services.tokens.getTokens(projectId, input.path.nanoid, {
      marginMs: 60_000,
      refusedVersion,
      revive: true,
    });
  } catch (error) {
    if (error instanceof RefreshRefusedError) {
      return undefined;
    }
    if (
      error instanceof RefreshBusyError ||
      error instanceof TokenError ||
      error instanceof EgressError
    ) {
      throw new PlatformError("Server_Unavailable", { cause: error, retryAfterSeconds: 30 });
    }
    throw error;
  }
}

/** A page on which the user gives a new grant; the account keeps its status until then. */
async function askUser(input: Input) {
  return await ofProject(input, async (scope) => {
    const redirectUrl = input.body?.redirect_url ?? input.query.redirect_url;
    const url = await createRefreshLink(scope, input.path.nanoid, redirectUrl);
    const { id, effective_status: status } = await readAccount(scope, input.path.nanoid);
    return { status: 200 as const, body: { id, status, redirect_url: url } };
  });
}
