import { type Platform, runInOrganization } from "../scope.ts";

/** The projects of an organization by name, at most 100: the newest. */
export async function listProjectNames(
  platform: Platform,
  organizationId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return await runInOrganization(platform, organizationId, ({ trx }) =>
    trx
      .selectFrom("projects")
      .select(["id", "name"])
      .where("organization_id", "=", organizationId)
      .where("deleted_at", "is", null)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(100)
      .execute(),
  );
}
