import type { Query } from "../../../base/api-types.ts";
import {
  listTriggers,
  type TriggersFilter,
} from "../../../domain/events/triggers/read-triggers.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /trigger_instances/active` */
export const listActiveTriggers: HandlerOf<"listActiveTriggers"> = async (input) => {
  const page = readQueryPage(input);
  const { searchParams } = new URL(input.request.url);
  const filter = toFilter(input.query, isGiven(searchParams, "show_disabled"));
  const body = await runInCallersProject(input, (scope) => listTriggers(scope, filter, page));
  return { status: 200, body };
};

/**
 * Deprecated names are used where the current ones are missing. The router fills in the default of `show_disabled`,
 * so check if the parameter was really sent.
 */
function toFilter(query: Query<"listActiveTriggers">, isNamed: boolean): TriggersFilter {
  return {
    userIds: query.user_ids,
    accountIds: query.connected_account_ids ?? query.connectedAccountIds,
    accountUuids: query.deprecatedConnectedAccountUuids,
    authConfigIds: query.auth_config_ids ?? query.authConfigIds,
    authConfigUuids: query.deprecatedAuthConfigUuids,
    triggerIds: query.trigger_ids ?? query.triggerIds,
    triggerNames: query.trigger_names ?? query.triggerNames,
    showDisabled: (isNamed ? query.show_disabled : query.showDisabled) ?? false,
  };
}

/** An empty value or `null` means absent (docs/decisions.md §3). */
function isGiven(params: URLSearchParams, name: string): boolean {
  return !["", "null", null].includes(params.get(name));
}
