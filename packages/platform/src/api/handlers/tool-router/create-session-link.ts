import { createSessionLink as create } from "../../../domain/agents/tool-router/session-link.ts";
import { useSession } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /tool_router/session/{session_id}/link` */
export const createSessionLink: HandlerOf<"createSessionLink"> = (input) =>
  runOnceInProject(input, async (scope) => {
    const session = await useSession(scope, input.path.session_id);
    const { toolkit, callback_url: callbackUrl } = input.body;
    return { status: 201, body: await create(scope, session, { toolkit, callbackUrl }) };
  });
