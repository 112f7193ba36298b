import { sql } from "kysely";
import type { PlatformPrincipals, RequestContext } from "../handler.ts";
import { ofProject } from "../scopes.ts";

/** Executions of the project in the last 30 days, by toolkit (decisions §3); none when the order does not ask for them. */
export async function readUsage(
  input: {
    readonly context: RequestContext;
    readonly principal: { readonly ProjectKey: PlatformPrincipals["ProjectKey"] };
  },
  sortBy: "usage" | "alphabetically",
): Promise<ReadonlyMap<string, number>> {
  if (sortBy !== "usage") return new Map();
  return await ofProject(input, async ({ trx, projectId }) => {
    const rows = await trx
      .selectFrom("tool_execution_logs")
      .select(["toolkit_slug", sql<number>`count(*)::integer`.as("uses")])
      .where("project_id", "=", projectId)
      .where("created_at", ">", sql<Date>`now() - interval '30 days'`)
      .groupBy("toolkit_slug")
      .execute();
    return new Map(rows.map((row) => [row.toolkit_slug, row.uses]));
  });
}
