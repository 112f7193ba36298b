import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { createSessionLink } from "../../domain/agents/tool-router/session-link.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import { runInProject } from "../../domain/scope.ts";
import { explainToAgent } from "../explain-to-agent.ts";
import type { ActionCaller, Services } from "../services.ts";
import { readConnections } from "./read-connections.ts";

type Connection = Schemas["ManagedConnection"];

/**
 * `PLATFORM_MANAGE_CONNECTIONS`: starts a connection for each toolkit that is not connected for the user, or for all
 * toolkits.
 */
export async function manageConnections(
  services: Services,
  caller: ActionCaller,
  session: Session,
  { toolkits, reinitiate_all: all = false }: Schemas["ManageConnectionsArguments"],
): Promise<Schemas["ManageConnectionsData"]> {
  const slugs = [...new Set(toolkits)];
  const present = await readConnections(services, caller, session, slugs);
  const results = new Map<string, Connection>();
  // One after the other, each in its own transaction, so that one failure does not affect the others.
  for (const connection of present) {
    const { toolkit, status } = connection;
    const needsNone = status === "active" && connection.connected_account_id === null;
    const isDone = needsNone || (status === "active" && !all);
    results.set(
      toolkit,
      isDone ? connection : await start(services, caller, session, { toolkit, mayBeOpen: !all }),
    );
  }
  return { results: toolkits.flatMap((slug) => results.get(slug) ?? []) };
}

async function start(
  services: Services,
  caller: ActionCaller,
  session: Session,
  request: { readonly toolkit: string; readonly mayBeOpen: boolean },
): Promise<Connection> {
  const { toolkit } = request;
  try {
    const link = await runInProject(services.platform, caller, (scope) =>
      createSessionLink(scope, session, request),
    );
    return {
      toolkit,
      status: "initiated",
      connected_account_id: link.connected_account_id,
      redirect_url: link.redirect_url,
      error: null,
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    return {
      toolkit,
      status: "failed",
      connected_account_id: null,
      redirect_url: null,
      error: explainToAgent(services, error, true),
    };
  }
}
