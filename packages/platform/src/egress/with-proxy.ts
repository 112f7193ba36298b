import type { Egress } from "./create-egress.ts";
import type { EgressProxy } from "./egress-request.ts";
import type { EgressResponse } from "./egress-response.ts";

/** The same way out, with every request going through this proxy. Without a proxy, `egress` itself. */
export function withProxy(egress: Egress, proxy: EgressProxy | undefined): Egress {
  if (proxy === undefined) {
    return egress;
  }
  const fetchThroughProxy = (...[url, request]: Parameters<Egress>): Promise<EgressResponse> =>
    egress(url, { ...request, proxy });
  return Object.assign(fetchThroughProxy, { check: egress.check, close: egress.close });
}
