import { identifyKey } from "../../../domain/keys/authenticate.ts";
import { beginConsoleSession, takeConsoleLink } from "../../../domain/keys/console-sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { buildConsoleCookie } from "./console-session-cookie.ts";
import { describeConsoleSession } from "./describe-console-session.ts";

/** `POST /console/session/link` */
export const openConsoleLink: HandlerOf<"openConsoleLink"> = async ({ context, request, body }) => {
  const { platform } = context.services;
  // At a wrong address the link is not used up.
  buildConsoleCookie(request.headers, platform.baseUrl, "");
  const keyHash = await takeConsoleLink(platform, body.token);
  const caller = await identifyKey(platform, keyHash);
  const begun = await beginConsoleSession(platform, keyHash);
  return {
    status: 201,
    headers: { "Set-Cookie": buildConsoleCookie(request.headers, platform.baseUrl, begun.token) },
    body: await describeConsoleSession(platform, caller, begun),
  };
};
