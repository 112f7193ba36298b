import type { ManagedAuth } from "../applications/oauth/managed-auth.ts";
import { revokeToken } from "../applications/oauth/token-requests.ts";
import type { ToolkitCatalogs } from "../applications/toolkits/types/catalog-types.ts";
import type { EgressFetch } from "../base/egress/create-egress.ts";
import { separateConnections } from "../base/egress/for-project.ts";
import { toEgressProxy } from "../domain/accounts/auth-configs/egress-proxy.ts";
import type { RevokeCall } from "../domain/accounts/connected-accounts/changing/revoke-kept-tokens.ts";

/**
 * Revokes the tokens of a deleted account. The refresh token comes first, because most applications then also end the
 * access token (RFC 7009, section 2.1). When the toolkit no longer has the scheme, or the deployment no longer has
 * its client, it does nothing.
 */
export function createRevokeCall(
  egress: EgressFetch,
  catalogs: ToolkitCatalogs,
  managedAuth: ManagedAuth,
): RevokeCall {
  return async ({ projectId, toolkitSlug, authScheme, val, credentials, proxy }, signal) => {
    const catalog = await catalogs.open({ projectId });
    const schemes = catalog.findToolkit(toolkitSlug)?.authSchemes ?? [];
    const scheme = schemes.find(({ mode }) => mode === authScheme);
    const settings = scheme?.oauth2;
    const own = { ...credentials, ...val };
    const isOwn = typeof own.client_id === "string" || scheme?.mayBeManaged !== true;
    const managed = isOwn ? undefined : managedAuth.find(toolkitSlug, authScheme);
    const { client_id: clientId, client_secret: clientSecret } = managed ?? own;
    if (settings === undefined || typeof clientId !== "string") {
      return;
    }
    const client = {
      toolkitSlug,
      mode: authScheme,
      settings,
      clientId,
      clientSecret: typeof clientSecret === "string" ? clientSecret : undefined,
      scopes: [],
      values: own,
      proxy: toEgressProxy(proxy),
    };
    const ownEgress = separateConnections(egress, projectId, "tokens");
    for (const token of [val.refresh_token, val.access_token]) {
      if (typeof token === "string") {
        await revokeToken(ownEgress, client, token, signal);
      }
    }
  };
}
