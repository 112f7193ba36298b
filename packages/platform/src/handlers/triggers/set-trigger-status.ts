import { setTriggerStatus as setStatus } from "../../domain/triggers/set-trigger-status.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /trigger_instances/manage/{id}` */
export const setTriggerStatus: HandlerOf<"setTriggerStatus"> = async (input) => {
  const { body, path } = input;
  await runInCallersProject(input, (scope) => setStatus(scope, path.id, body.status));
  return { status: 200, body: { status: "success" } };
};
