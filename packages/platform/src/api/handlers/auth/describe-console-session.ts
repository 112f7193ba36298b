import type { Schemas } from "../../../base/api-types.ts";
import type { Caller } from "../../../domain/keys/authenticate.ts";
import { deriveCsrfToken, type NewConsoleSession } from "../../../domain/keys/console-sessions.ts";
import { getSessionInfo } from "../../../domain/keys/session-info.ts";
import { listProjectNames } from "../../../domain/projects/list-project-names.ts";
import type { Platform } from "../../../domain/scope.ts";

/** What the console shows of a session: who is signed in, and the token that its requests send. */
export async function describeConsoleSession(
  platform: Platform,
  caller: Caller,
  { token, expiresAt }: NewConsoleSession,
): Promise<Schemas["ConsoleSession"]> {
  const info = await getSessionInfo(platform, caller);
  const projects =
    info.project === null
      ? await listProjectNames(platform, caller.organizationId)
      : [info.project];
  return {
    ...info,
    projects: [...projects],
    base_url: platform.baseUrl,
    csrf_token: deriveCsrfToken(token),
    expires_at: expiresAt.toISOString(),
  };
}
