import { getNanoId as findNanoId } from "../../../domain/migration/get-nano-id.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /migration/get-nanoid` */
export const getNanoId: HandlerOf<"getNanoId"> = async (input) => {
  const { uuid, type } = input.query;
  return {
    status: 200,
    body: await runInCallersProject(input, (scope) => findNanoId(scope, uuid, type)),
  };
};
