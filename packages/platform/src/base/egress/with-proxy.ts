import type { EgressFetch } from "./create-egress.ts";
import type { EgressProxy } from "./egress-request.ts";

/** The same way out, with every request going through this proxy. Without a proxy, `egress` itself. */
export function withProxy(egress: EgressFetch, proxy: EgressProxy | undefined): EgressFetch {
  return proxy === undefined ? egress : (url, request) => egress(url, { ...request, proxy });
}
