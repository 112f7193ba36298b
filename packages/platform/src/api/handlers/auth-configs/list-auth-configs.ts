import { listAuthConfigs as readAuthConfigs } from "../../../domain/accounts/auth-configs/read-auth-configs.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /auth_configs` */
export const listAuthConfigs: HandlerOf<"listAuthConfigs"> = async (input) => {
  const page = readQueryPage(input);
  const body = await runInCallersProject(input, (scope) =>
    readAuthConfigs(scope, input.query, page),
  );
  return { status: 200, body };
};
