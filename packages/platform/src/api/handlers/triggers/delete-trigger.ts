import { deleteHookedTrigger as remove } from "../../../domain/events/ingress/hooks/delete-hooked-trigger.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /trigger_instances/manage/{id}` */
export const deleteTrigger: HandlerOf<"deleteTrigger"> = async (input) => {
  const { id } = input.path;
  await runInCallersProject(input, (scope) => remove(scope, id));
  return { status: 200, body: { trigger_id: id } };
};
