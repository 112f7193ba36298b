import type { Schemas } from "../../api-types.ts";
import { PlatformError } from "../../errors.ts";
import { hasUuidForm } from "../../ids.ts";
import type { Scope } from "../scope.ts";

/**
 * The id of the resource with this legacy UUID.
 *
 * @throws PlatformError `Migration_UuidInvalid`, `Migration_NotFound`, `Migration_Deleted`
 */
export async function getNanoId(
  scope: Scope,
  uuid: string,
  type: Schemas["MigrationType"],
): Promise<{ readonly nanoid: string }> {
  if (!hasUuidForm(uuid)) {
    throw new PlatformError("Migration_UuidInvalid", { errors: ["query.uuid: must be a UUID"] });
  }
  const row = await findByUuid(scope, uuid, type);
  if (row === undefined) {
    throw new PlatformError("Migration_NotFound");
  }
  if (row.deleted_at !== null) {
    throw new PlatformError("Migration_Deleted");
  }
  return { nanoid: row.id };
}

async function findByUuid(
  scope: Scope,
  uuid: string,
  type: Schemas["MigrationType"],
): Promise<{ readonly id: string; readonly deleted_at: Date | null } | undefined> {
  const { trx, projectId } = scope;
  switch (type) {
    case "CONNECTED_ACCOUNT":
      return await trx
        .selectFrom("connected_accounts")
        .select(["id", "deleted_at"])
        .where("project_id", "=", projectId)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
    case "AUTH_CONFIG":
      return await trx
        .selectFrom("auth_configs")
        .select(["id", "deleted_at"])
        .where("project_id", "=", projectId)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
    case "TRIGGER_INSTANCE":
      return await trx
        .selectFrom("trigger_instances")
        .select(["id", "deleted_at"])
        .where("project_id", "=", projectId)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
    default:
      return type satisfies never;
  }
}
