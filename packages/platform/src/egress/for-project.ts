import type { Egress } from "./create-egress.ts";
import type { EgressResponse } from "./egress-response.ts";

/**
 * The same way out, with connections for this project only. If 40 calls of one project to an application hang,
 * another project still gets a connection to it.
 *
 * @param purpose token requests have their own connections, so that hanging calls do not delay a sign-in
 */
export function separateConnections(
  egress: Egress,
  projectId: string,
  purpose: "calls" | "tokens" | "webhooks",
): Egress {
  const pool = `${purpose} of ${projectId}`;
  const fetchForProject = (...[url, request]: Parameters<Egress>): Promise<EgressResponse> =>
    egress(url, { ...request, pool });
  return Object.assign(fetchForProject, { check: egress.check, close: egress.close });
}
