import { eraseUser } from "../../domain/removal/erase-user.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /users/{user_id}` */
export const deleteUser: HandlerOf<"deleteUser"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => eraseUser(scope, input.path.user_id)),
});
