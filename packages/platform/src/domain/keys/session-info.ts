import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import type { Platform } from "../scope.ts";
import type { Caller } from "./authenticate.ts";

/**
 * The project or organization of the caller's key.
 *
 * @throws PlatformError `Auth_KeyInvalid` when the project was deleted since the key was looked up
 */
export async function getSessionInfo(
  platform: Platform,
  caller: Caller,
): Promise<Schemas["SessionInfo"]> {
  const { database } = platform;
  if (caller.kind === "organization") {
    return await database.transactInOrganization(caller.organizationId, async (trx) => ({
      key_type: "organization",
      project: null,
      organization: await trx
        .selectFrom("organizations")
        .select(["id", "name"])
        .where("id", "=", caller.organizationId)
        .executeTakeFirstOrThrow(),
    }));
  }
  return await database.transactInProject(caller.projectId, async (trx) => {
    const row = await trx
      .selectFrom("projects as p")
      .innerJoin("organizations as o", "o.id", "p.organization_id")
      .select(["p.id", "p.name", "o.id as organization_id", "o.name as organization_name"])
      .where("p.id", "=", caller.projectId)
      .where("p.deleted_at", "is", null)
      .executeTakeFirst();
    if (row === undefined) {
      throw new PlatformError("Auth_KeyInvalid");
    }
    return {
      key_type: "project",
      project: { id: row.id, name: row.name },
      organization: { id: row.organization_id, name: row.organization_name },
    };
  });
}
