import { readActivity } from "../../../domain/logs/read-activity.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /console/activity` */
export const getProjectActivity: HandlerOf<"getProjectActivity"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => readActivity(scope, input.query.period)),
});
