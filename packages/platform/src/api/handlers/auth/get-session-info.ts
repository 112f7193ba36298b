import { getSessionInfo as readSessionInfo } from "../../../domain/keys/session-info.ts";
import type { HandlerOf } from "../handler.ts";

/** `GET /auth/session/info` */
export const getSessionInfo: HandlerOf<"getSessionInfo"> = async ({ context, principal }) => {
  const caller = principal.ProjectKey ?? principal.OrganizationKey;
  return { status: 200, body: await readSessionInfo(context.services.platform, caller) };
};
