import type { EgressProxy } from "../../../base/egress/egress-request.ts";
import type { AuthConfigSecrets } from "./auth-config-secrets.ts";

/** `proxy_config` in the form that egress expects. */
export function toEgressProxy(proxy: AuthConfigSecrets["proxy_config"]): EgressProxy | undefined {
  return proxy && { url: proxy.proxy_url, authorization: proxy.proxy_auth_key };
}
