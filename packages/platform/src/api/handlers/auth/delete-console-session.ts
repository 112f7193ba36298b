import { endConsoleSession } from "../../../domain/keys/console-sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { buildConsoleCookie } from "./console-session-cookie.ts";

/** `DELETE /console/session` */
export const deleteConsoleSession: HandlerOf<"deleteConsoleSession"> = async ({
  context,
  principal,
  request,
}) => {
  const { platform } = context.services;
  await endConsoleSession(platform, principal.ConsoleSession.token);
  return {
    status: 200,
    headers: { "Set-Cookie": buildConsoleCookie(request.headers, platform.baseUrl, "") },
    body: { success: true },
  };
};
