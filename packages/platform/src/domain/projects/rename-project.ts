import { readDatabaseNow } from "../../base/db/now.ts";
import { PlatformError } from "../../base/errors.ts";
import type { OrganizationScope } from "../scope.ts";

/** Gives a project of the organization another name; @throws PlatformError `Project_NotFound` */
export async function renameProject(
  { trx, organizationId }: OrganizationScope,
  id: string,
  name: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("projects")
    .set({ name, updated_at: readDatabaseNow() })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new PlatformError("Project_NotFound");
  }
}
