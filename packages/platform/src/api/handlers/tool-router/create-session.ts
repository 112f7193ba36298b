import {
  createSession as create,
  toSessionRecord,
} from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /tool_router/session` */
export const createSession: HandlerOf<"createSession"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 201,
    body: toSessionRecord(scope.platform.baseUrl, await create(scope, input.body)),
  }));
