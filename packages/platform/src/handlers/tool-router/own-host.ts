import { isLoopback } from "../../domain/fields/host-fields.ts";
import { PlatformError } from "../../errors.ts";

/**
 * Refuses a request for another host than the deployment's: a page whose name was made to lead here (DNS rebinding) would
 * be one. The names of the loopback address are the same.
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
