import { setTriggerStatus as setStatus } from "../../../actions/triggers/set-trigger-status.ts";
import type { HandlerOf } from "../handler.ts";

/** `PATCH /trigger_instances/manage/{id}` */
export const setTriggerStatus: HandlerOf<"setTriggerStatus"> = async (input) => {
  const { body, context, path, principal } = input;
  const change = { id: path.id, status: body.status };
  await setStatus(context.services, principal.ProjectKey, change);
  return { status: 200, body: { status: "success" } };
};
