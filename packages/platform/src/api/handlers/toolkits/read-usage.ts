import type { Schemas } from "../../../base/api-types.ts";
import { readToolkitUses } from "../../../domain/logs/toolkit-uses.ts";
import type { PlatformPrincipals, RequestContext } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/**
 * The project's executions in the last 30 days, by toolkit (docs/decisions.md §3). Empty when the list is not ordered
 * by usage.
 */
export async function readUsage(
  input: {
    readonly context: RequestContext;
    readonly principal: { readonly ProjectKey: PlatformPrincipals["ProjectKey"] };
  },
  sortBy: Schemas["ToolkitSort"],
): Promise<ReadonlyMap<string, number>> {
  return sortBy === "usage" ? await runInCallersProject(input, readToolkitUses) : new Map();
}
