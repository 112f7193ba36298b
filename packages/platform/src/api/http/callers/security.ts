import { refuse, type SecurityHooks } from "../../../../../../generated/server/index.js";
import type { Caller } from "../../../domain/keys/authenticate.ts";
import { enterOwnProject } from "../../../domain/projects/enter-project.ts";
import type { PlatformPrincipals, RequestContext } from "../../handlers/handler.ts";
import type { Callers } from "./callers.ts";

/**
 * The hooks for the document's two kinds of keys, and for sessions of the console. Both kinds of keys travel in one header, so a hook may receive a key of the
 * other kind. Such a key is answered with 403, an invalid key with 401.
 */
export function createSecurity(
  callers: Callers,
): SecurityHooks<RequestContext, PlatformPrincipals> {
  return {
    ProjectKey: async (key, { context, operation }) => {
      const owner = await callers.identify(context, key);
      if (owner === undefined) {
        return refuse(401);
      }
      const caller = owner.kind === "project" ? owner : await enterShownProject(context, owner);
      if (caller === undefined) {
        return refuse(403, "Auth_ProjectKeyRequired");
      }
      const { importBody } = context.found;
      if (importBody !== undefined) {
        // The body goes to the disk.
        await context.services.disk.assertRoom();
        await importBody.receive(operation.name, caller.projectId);
      }
      return caller;
    },
    OrganizationKey: async (key, { context }) => {
      const caller = await callers.identify(context, key);
      if (caller === undefined) {
        return refuse(401);
      }
      return caller.kind === "organization" ? caller : refuse(403, "Auth_OrganizationKeyRequired");
    },
    ConsoleSession: async (token, { context }) => {
      const { found } = context;
      const caller = found.console && (await callers.identify(context, token));
      const expiresAt = found.console?.expiresAt;
      return caller === undefined || expiresAt === undefined
        ? refuse(401)
        : { token, expiresAt, caller };
    },
  };
}

/** The project that a page of the console shows, in a session of its organization's key (ADR 143). */
async function enterShownProject(
  { found, services }: RequestContext,
  owner: Caller,
): Promise<(Caller & { readonly kind: "project" }) | undefined> {
  const projectId = found.console?.projectId ?? null;
  const caller =
    projectId === null ? undefined : await enterOwnProject(services.platform, owner, projectId);
  if (caller !== undefined) {
    found.projectId = caller.projectId;
  }
  return caller;
}
