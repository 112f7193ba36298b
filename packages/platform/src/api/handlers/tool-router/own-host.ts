import { PlatformError } from "../../../base/errors.ts";
import { isLoopback } from "../../../domain/fields/host-fields.ts";

/**
 * Refuses a request that names another host than the deployment's. A page can send one if the page's own host name
 * was made to resolve to this service (DNS rebinding). The names of the loopback address count as the same host.
 *
 * @throws PlatformError `Auth_OriginNotAllowed`
 */
export function assertOwnHost(request: Request, baseUrl: string): void {
  const own = new URL(baseUrl);
  const { host, hostname, port } = new URL(request.url);
  const isSame = host === own.host;
  if (!isSame && !(isLoopback(hostname) && isLoopback(own.hostname) && port === own.port)) {
    throw new PlatformError("Auth_OriginNotAllowed");
  }
}
