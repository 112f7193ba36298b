import { refuse, type SecurityHooks } from "../../../../generated/server/index.js";
import { authenticate, type Caller } from "../domain/keys/authenticate.ts";
import { PlatformError } from "../errors.ts";
import type { PlatformPrincipals, RequestContext } from "../handlers/handler.ts";
import { type RateLimit, takeRequest } from "./rate-limit.ts";

/**
 * The hooks of the document's two kinds of keys. Both travel in one header, so an operation's hook meets the other kind
 * too: that is 403, while a key that is not good is 401.
 */
export function createSecurity(
  rateLimit: RateLimit,
): SecurityHooks<RequestContext, PlatformPrincipals> {
  return {
    ProjectKey: async (key, { context }) => {
      const caller = await identify(context, key, rateLimit);
      if (caller === undefined) return refuse(401);
      return caller.kind === "project" ? caller : refuse(403, "Auth_ProjectKeyRequired");
    },
    OrganizationKey: async (key, { context }) => {
      const caller = await identify(context, key, rateLimit);
      if (caller === undefined) return refuse(401);
      return caller.kind === "organization" ? caller : refuse(403, "Auth_OrganizationKeyRequired");
    },
  };
}

/**
 * Whose key it is; undefined when it is not good. Asked once a request, and counted once against the limit, however many
 * hooks ask.
 *
 * @throws PlatformError `Request_RateLimited`
 */
export async function identify(
  context: RequestContext,
  key: string,
  rateLimit: RateLimit,
): Promise<Caller | undefined> {
  const { found, services } = context;
  found.caller ??= authenticate(services.platform, key).then(async (caller) => {
    if (caller.kind === "project") found.projectId = caller.projectId;
    const subject = caller.kind === "project" ? caller.projectId : caller.organizationId;
    await takeRequest(context, rateLimit, subject);
    return caller;
  });
  try {
    return await found.caller;
  } catch (error) {
    if (error instanceof PlatformError && error.slug === "Auth_KeyInvalid") return undefined;
    throw error;
  }
}
