import { executeMetaTool as execute } from "../../../actions/tool-router/execute-meta-tool.ts";
import { useSession } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";
import { toActionCaller } from "../tools/to-action-caller.ts";

/** `POST /tool_router/session/{session_id}/execute_meta` */
export const executeMetaTool: HandlerOf<"executeMetaTool"> = async (input) => {
  const { body, context, path } = input;
  const session = await runInCallersProject(input, (scope) => useSession(scope, path.session_id));
  const caller = { ...toActionCaller(input), source: "tool_router" as const };
  const call = { slug: body.slug, arguments: body.arguments, stopping: context.stopping };
  const { data, logId } = await execute(context.services, caller, { session, call });
  return { status: 200, body: { data, error: null, log_id: logId } };
};
