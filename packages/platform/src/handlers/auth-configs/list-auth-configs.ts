import { listAuthConfigs as readAuthConfigs } from "../../domain/auth-configs/read-auth-configs.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofProject } from "../scopes.ts";

/** `GET /auth_configs` */
export const listAuthConfigs: HandlerOf<"listAuthConfigs"> = async (input) => {
  const page = queryPage(input);
  const body = await ofProject(input, (scope) => readAuthConfigs(scope, input.query, page));
  return { status: 200, body };
};
