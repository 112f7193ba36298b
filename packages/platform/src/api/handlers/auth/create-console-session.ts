import { hashSha256 } from "../../../base/secrets/hash.ts";
import { beginConsoleSession } from "../../../domain/keys/console-sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { buildConsoleCookie } from "./console-session-cookie.ts";
import { describeConsoleSession } from "./describe-console-session.ts";

/** `POST /console/session` */
export const createConsoleSession: HandlerOf<"createConsoleSession"> = async ({
  context,
  principal,
  request,
}) => {
  const { platform } = context.services;
  // At a wrong address nothing is begun.
  buildConsoleCookie(request.headers, platform.baseUrl, "");
  const keyHash = hashSha256(request.headers.get("x-api-key") ?? "");
  const begun = await beginConsoleSession(platform, keyHash);
  const caller = principal.ProjectKey ?? principal.OrganizationKey;
  return {
    status: 201,
    headers: { "Set-Cookie": buildConsoleCookie(request.headers, platform.baseUrl, begun.token) },
    body: await describeConsoleSession(platform, caller, begun),
  };
};
