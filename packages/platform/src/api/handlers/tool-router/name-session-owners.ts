import type { CallName } from "../../../actions/running-calls.ts";

/**
 * The owners of the calls over MCP that a session serves. When one of them goes, its calls end.
 *
 * @param of.hash the session, as `hashSessionId` names it
 */
export function nameSessionOwners(
  projectId: string,
  { hash = "", userId = "" }: { readonly hash?: string; readonly userId?: string },
): Readonly<Record<"project" | "user" | "session", CallName>> {
  return {
    project: ["sessions", projectId],
    user: ["sessions", projectId, "user", userId],
    session: ["sessions", projectId, "id", hash],
  };
}
