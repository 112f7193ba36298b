import { refuse, type SecurityHooks } from "../../../../../generated/server/index.js";
import type { PlatformPrincipals, RequestContext } from "../../handlers/handler.ts";
import type { Callers } from "./callers.ts";

/**
 * The hooks for the document's two kinds of keys. Both kinds travel in one header, so a hook may receive a key of the
 * other kind. Such a key is answered with 403, an invalid key with 401.
 */
export function createSecurity(
  callers: Callers,
): SecurityHooks<RequestContext, PlatformPrincipals> {
  return {
    ProjectKey: async (key, { context }) => {
      const caller = await callers.identify(context, key);
      if (caller === undefined) {
        return refuse(401);
      }
      return caller.kind === "project" ? caller : refuse(403, "Auth_ProjectKeyRequired");
    },
    OrganizationKey: async (key, { context }) => {
      const caller = await callers.identify(context, key);
      if (caller === undefined) {
        return refuse(401);
      }
      return caller.kind === "organization" ? caller : refuse(403, "Auth_OrganizationKeyRequired");
    },
  };
}
