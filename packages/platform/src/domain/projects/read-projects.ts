import { sql } from "kysely";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import type { Page } from "../lists/cursors.ts";
import { countItemsAsked, countItemsBefore, type PageOf, toPage } from "../lists/pages.ts";
import type { OrganizationScope } from "../scope.ts";

/** The projects of the organization without deleted ones, the newest first. On the wire `items` is called `data`. */
export async function listProjects(
  scope: OrganizationScope,
  page: Page,
): Promise<PageOf<Schemas["Project"]>> {
  const all = scope.trx
    .selectFrom("projects")
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null);
  const { total } = await all
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  // Leaves out the settings, which may be long and are not part of a list.
  const rows = await all
    .select(["id", "name", "organization_id", "created_at", "updated_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(countItemsAsked(page))
    .offset(countItemsBefore(page))
    .execute();
  return toPage(page, total, rows.map(toProject));
}

/** One project of the organization; @throws PlatformError `Project_NotFound` */
export async function getProject(
  scope: OrganizationScope,
  id: string,
): Promise<Schemas["ProjectDetail"]> {
  const row = await scope.trx
    .selectFrom("projects")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Project_NotFound");
  }
  const keys = await scope.trx
    .selectFrom("api_keys")
    .select(["id", "name", "shown", "created_at", "last_used_at"])
    .where("organization_id", "=", scope.organizationId)
    .where("project_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return {
    ...toProject(row),
    api_keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      key: key.shown,
      created_at: key.created_at.toISOString(),
      last_used_at: key.last_used_at?.toISOString() ?? null,
    })),
  };
}

function toProject(row: {
  readonly id: string;
  readonly name: string;
  readonly organization_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}): Schemas["Project"] {
  return {
    id: row.id,
    name: row.name,
    org_id: row.organization_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
