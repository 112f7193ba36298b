import { getSessionInfo as readSessionInfo } from "../../domain/keys/session-info.ts";
import type { HandlerOf } from "../handler.ts";
import { toBody } from "../wire.ts";

/** `GET /auth/session/info` */
export const getSessionInfo: HandlerOf<"getSessionInfo"> = async ({ context, principal }) => {
  const caller = principal.ProjectKey ?? principal.OrganizationKey;
  return { status: 200, body: toBody(await readSessionInfo(context.services.platform, caller)) };
};
