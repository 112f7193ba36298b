import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import type { Scope } from "../scope.ts";
import { removeToolkit } from "../toolkits/store-toolkit.ts";
import { deleteAuthConfig } from "./delete-auth-config.ts";

/**
 * Deletes a toolkit that the project imported, in all its versions, with its auth configs and their connected
 * accounts.
 *
 * @param installation the toolkits that every project sees; they cannot be deleted
 * @throws PlatformError `Toolkit_NotFound`, `Toolkit_NotOwned`
 */
export async function deleteToolkit(
  scope: Scope,
  slug: string,
  installation: ToolkitCatalog,
): Promise<void> {
  await removeToolkit(scope, slug, installation);
  const configs = await scope.trx
    .selectFrom("auth_configs")
    .select("id")
    .where("project_id", "=", scope.projectId)
    .where("toolkit_slug", "=", slug)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  for (const { id } of configs) {
    await deleteAuthConfig(scope, id);
  }
}
