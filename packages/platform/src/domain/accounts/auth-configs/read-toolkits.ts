import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";

/**
 * The toolkit of each auth config, by the ids of the auth configs.
 *
 * @throws PlatformError `AuthConfig_NotFound` when the project does not have one of them
 */
export async function readToolkitsOfConfigs(
  { trx, projectId }: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) {
    return new Map();
  }
  const rows = await trx
    .selectFrom("auth_configs")
    .select(["id", "toolkit_slug"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  const toolkits = new Map(rows.map((row) => [row.id, row.toolkit_slug]));
  if (ids.some((id) => !toolkits.has(id))) {
    throw new PlatformError("AuthConfig_NotFound");
  }
  return toolkits;
}
