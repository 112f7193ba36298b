import type { Scope } from "../../scope.ts";
import { readOpenLink } from "../connecting/links.ts";
import { type CompletedGrant, storeOutcome } from "./complete-grant.ts";

/**
 * Ends a link that its user declined on our page. A first connection becomes FAILED, as when the user declines at the
 * application. An account that should be refreshed stays as it is.
 *
 * @throws PlatformError `ConnectedAccount_LinkNotFound`, `ConnectedAccount_LinkUsed`
 */
export async function declineLink(scope: Scope, linkId: string): Promise<CompletedGrant> {
  // RFC 6749, section 4.1.2.1.
  const declined = { error: "access_denied", errorDescription: "The user declined." };
  return await storeOutcome(scope, await readOpenLink(scope, linkId), {
    kind: "failed",
    ...declined,
  });
}
