import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { AuthMode } from "../../../applications/toolkits/types/auth-types.ts";
import { PlatformError } from "../../../base/errors.ts";

/**
 * Refuses schemes that could never execute a call.
 *
 * @param creates the thing that is created with the scheme
 * @throws PlatformError `ConnectedAccount_SchemeUnsupported` with the reason
 */
export function assertBuilt(mode: AuthMode, creates: "auth config" | "connection"): void {
  const { missing } = authSchemes[mode];
  if (missing !== undefined && (creates === "connection" || missing.at === creates)) {
    const words = {
      message: `Connections with the auth scheme ${mode} are not supported: ${missing.reason}.`,
      suggestedFix: "Use another auth scheme of the toolkit.",
    };
    throw new PlatformError("ConnectedAccount_SchemeUnsupported", { words });
  }
}
