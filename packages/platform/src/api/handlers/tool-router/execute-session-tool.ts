import { executeSessionTool as execute } from "../../../actions/tool-router/execute-session-tool.ts";
import type { ExecutedTool } from "../../../actions/tools/execute-tool.ts";
import { useSession } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { toActionKey } from "../idempotency/action-key.ts";
import { runInCallersProject } from "../scopes.ts";
import { toActionCaller } from "../tools/to-action-caller.ts";

type Output = Exclude<Awaited<ReturnType<HandlerOf<"executeSessionTool">>>, Response>;

/** `POST /tool_router/session/{session_id}/execute` */
export const executeSessionTool: HandlerOf<"executeSessionTool"> = async (input) => {
  const { body, context, path } = input;
  const session = await runInCallersProject(input, (scope) => useSession(scope, path.session_id));
  const { tool_slug: toolSlug, arguments: given, account } = body;
  const call = { toolSlug, arguments: given, account };
  const caller = { ...toActionCaller(input), source: "tool_router" as const };
  const key = toActionKey(input.context, toOutput);
  return toOutput(await execute(context.services, caller, { session, call }, key));
};

function toOutput({ data, error, logId }: ExecutedTool): Output {
  return { status: 200, body: { data: { ...data }, error, log_id: logId } };
}
