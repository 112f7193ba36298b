import type { Egress } from "./create-egress.ts";

/**
 * The same way out, with connections that serve this project alone: 40 calls of one project to an application that hangs
 * take no connection from another project's call to it.
 *
 * @param purpose token requests have connections of their own, so that calls that hang do not hold up a sign-in
 */
export function forProject(
  egress: Egress,
  projectId: string,
  purpose: "calls" | "tokens" | "webhooks",
): Egress {
  const pool = `${purpose} of ${projectId}`;
  const through = (...[url, request]: Parameters<Egress>): Promise<Response> =>
    egress(url, { ...request, pool });
  return Object.assign(through, { check: egress.check, close: egress.close });
}
