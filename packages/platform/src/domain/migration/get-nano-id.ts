import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { hasUuidForm } from "../../base/ids.ts";
import type { Scope } from "../scope.ts";

const tables = {
  CONNECTED_ACCOUNT: "connected_accounts",
  AUTH_CONFIG: "auth_configs",
  TRIGGER_INSTANCE: "trigger_instances",
} as const satisfies Readonly<Record<Schemas["MigrationType"], string>>;

/**
 * The id of the resource with this legacy UUID.
 *
 * @throws PlatformError `Migration_UuidInvalid`, `Migration_NotFound`, `Migration_Deleted`
 */
export async function getNanoId(
  { trx, projectId }: Scope,
  uuid: string,
  type: Schemas["MigrationType"],
): Promise<{ readonly nanoid: string }> {
  if (!hasUuidForm(uuid)) {
    throw new PlatformError("Migration_UuidInvalid", { errors: ["query.uuid: must be a UUID"] });
  }
  const row = await trx
    .selectFrom(tables[type])
    .select(["id", "deleted_at"])
    .where("project_id", "=", projectId)
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Migration_NotFound");
  }
  if (row.deleted_at !== null) {
    throw new PlatformError("Migration_Deleted");
  }
  return { nanoid: row.id };
}
