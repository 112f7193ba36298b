import { inProject } from "../../domain/scope.ts";
import { locateSession, readSession } from "../../domain/tool-router/sessions.ts";
import { answerMessage } from "../../mcp/answer-message.ts";
import { createSessionTools } from "../../mcp/session-tools.ts";
import type { HandlerOf } from "../handler.ts";
import { assertOwnHost } from "./own-host.ts";

/** `POST /tool_router/{session_id}/mcp` */
export const callSessionMcp: HandlerOf<"callSessionMcp"> = async (input) => {
  const { accept, body: message, context, header, path, request } = input;
  const { services, stopping, requestId } = context;
  assertOwnHost(request, services.platform.baseUrl);
  const place = await locateSession(services.platform, path.session_id);
  context.found.projectId = place.projectId;
  const session = await inProject(services.platform, place, (scope) =>
    readSession(scope, path.session_id),
  );
  const { projectId, catalogVersion } = place;
  const signal = header["Idempotency-Key"] === undefined ? request.signal : undefined;
  const caller = { projectId, catalogVersion, requestId, source: "mcp" as const, signal };
  const answer = await answerMessage({
    message,
    version: header["mcp-protocol-version"],
    tools: createSessionTools(services, caller, { session, stopping }),
    signal,
  });
  if (answer === undefined) {
    return { status: 202 };
  }
  return accept === "application/json"
    ? { status: 200, body: answer }
    : {
        status: 200,
        mediaType: "text/event-stream",
        body: `event: message\ndata: ${JSON.stringify(answer)}\n\n`,
      };
};
