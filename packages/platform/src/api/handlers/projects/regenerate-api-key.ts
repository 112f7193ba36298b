import { renewApiKey } from "../../../domain/removal/renew-api-key.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInOrganization } from "../scopes.ts";
import { nameSessionOwners } from "../tool-router/name-session-owners.ts";

/** `POST /org/owner/project/{nano_id}/regenerate_api_key` */
export const regenerateApiKey: HandlerOf<"regenerateApiKey"> = async (input) => {
  const { nano_id: projectId } = input.path;
  const answer = await runOnceInOrganization(input, async (scope) => ({
    status: 200 as const,
    body: await renewApiKey(scope, projectId, input.body),
  }));
  if (input.body?.revoke_sessions === true) {
    await input.context.services.runningCalls.endAll(nameSessionOwners(projectId, {}).project);
  }
  return answer;
};
