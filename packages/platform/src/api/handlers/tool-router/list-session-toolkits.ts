import { listSessionToolkits as list } from "../../../domain/agents/tool-router/list-session-toolkits.ts";
import { readSessionAccounts } from "../../../domain/agents/tool-router/session-accounts.ts";
import { useSession } from "../../../domain/agents/tool-router/sessions.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /tool_router/session/{session_id}/toolkits` */
export const listSessionToolkits: HandlerOf<"listSessionToolkits"> = async (input) => {
  const page = readQueryPage(input);
  const catalog = await input.context.services.catalogs.open(input.principal.ProjectKey);
  const session = await runInCallersProject(input, async (scope) => {
    const { config } = await useSession(scope, input.path.session_id);
    return { config, accounts: await readSessionAccounts(scope, config) };
  });
  return { status: 200, body: list(catalog, session, input.query, page) };
};
