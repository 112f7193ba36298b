import { type Platform, runInOrganization } from "../scope.ts";

/** The hash of the newest key of a project; undefined when it has none. */
export async function findNewestKeyHash(
  platform: Platform,
  organizationId: string,
  projectId: string,
): Promise<string | undefined> {
  const key = await runInOrganization(platform, organizationId, ({ trx }) =>
    trx
      .selectFrom("api_keys")
      .select("hash")
      .where("organization_id", "=", organizationId)
      .where("project_id", "=", projectId)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .executeTakeFirst(),
  );
  return key?.hash;
}
