import { describeMetaTools } from "../../../domain/agents/tool-router/meta-tool-records.ts";
import { useSession } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /tool_router/session/{session_id}/tools` */
export const listSessionTools: HandlerOf<"listSessionTools"> = async (input) => {
  const { config } = await runInCallersProject(input, (scope) =>
    useSession(scope, input.path.session_id),
  );
  const { baseUrl } = input.context.services.platform;
  return { status: 200, body: { items: describeMetaTools(baseUrl, config) } };
};
