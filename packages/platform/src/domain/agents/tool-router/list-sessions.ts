import { sql } from "kysely";
import type { Query, Schemas } from "../../../base/api-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Page } from "../../lists/cursors.ts";
import { countRowsThatFit } from "../../lists/page-queries.ts";
import { countItemsBefore, type PageOf, toPage } from "../../lists/pages.ts";
import type { Scope } from "../../scope.ts";
import { writeHandle } from "./session-handle.ts";

/** The sessions of the project that have not ended, or those of one of its users, the newest first. */
export async function listSessions(
  { trx, projectId }: Scope,
  { user_id: user }: Pick<Query<"listSessions">, "user_id">,
  page: Page,
): Promise<PageOf<Schemas["ListedSession"]>> {
  let matching = trx
    .selectFrom("tool_router_sessions")
    .where("project_id", "=", projectId)
    .where("expires_at", ">", readDatabaseNow());
  matching = user === undefined ? matching : matching.where("user_id", "=", user);
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const toolkits = sql<Schemas["ToolRouterToolkitSelection"]>`config -> 'toolkits'`;
  const rows = await matching
    .select(["id", "user_id", "created_at", "last_used_at", "expires_at", toolkits.as("toolkits")])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(
      countRowsThatFit(page, {
        rows: matching,
        // A session may name a thousand toolkits.
        bytes: sql`octet_length((config -> 'toolkits')::text)`,
        order: sql`created_at desc, id desc`,
      }),
    )
    .offset(countItemsBefore(page))
    .execute();
  return toPage(
    page,
    total,
    rows.map((row) => ({
      handle: writeHandle(row.id),
      user_id: row.user_id,
      toolkits: row.toolkits,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      expires_at: row.expires_at.toISOString(),
    })),
  );
}
