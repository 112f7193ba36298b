import { refuse, type SecurityHooks } from "../../../../../generated/server/index.js";
import type { PlatformPrincipals, RequestContext } from "../../handlers/handler.ts";
import type { Callers } from "./callers.ts";

/**
 * The hooks of the document's two kinds of keys. Both travel in one header, so an operation's hook meets the other kind
 * too: that is 403, while a key that is not good is 401.
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
