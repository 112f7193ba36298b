import type { EgressFetch } from "./create-egress.ts";

/**
 * The same way out, with connections for this project only. If 40 calls of one project to an application hang,
 * another project still gets a connection to it.
 *
 * @param purpose token requests have their own connections, so that hanging calls do not delay a sign-in
 */
export function separateConnections(
  egress: EgressFetch,
  projectId: string,
  purpose: "calls" | "clients" | "tokens" | "webhooks",
): EgressFetch {
  const pool = `${purpose} of ${projectId}`;
  return (url, request) => egress(url, { ...request, pool });
}
