import { locateSession, readSession } from "../../domain/agents/tool-router/sessions.ts";
import { runInProject } from "../../domain/scope.ts";
import { createSessionTools } from "../../mcp/session-tools.ts";
import type { HandlerOf } from "../handler.ts";
import { answerMcp } from "../mcp/answer-mcp.ts";
import { assertOwnHost } from "./own-host.ts";

/** `POST /tool_router/{session_id}/mcp` */
export const callSessionMcp: HandlerOf<"callSessionMcp"> = async (input) => {
  const { context, path, request } = input;
  const { services, stopping, requestId } = context;
  assertOwnHost(request, services.platform.baseUrl);
  const place = await locateSession(services.platform, path.session_id);
  context.found.projectId = place.projectId;
  const session = await runInProject(services.platform, place, (scope) =>
    readSession(scope, path.session_id),
  );
  const { projectId, catalogVersion } = place;
  return await answerMcp(input, {
    name: ["session", path.session_id],
    openTools: (signal) => {
      const caller = { projectId, catalogVersion, requestId, source: "mcp" as const, signal };
      return createSessionTools(services, caller, { session, stopping });
    },
  });
};
