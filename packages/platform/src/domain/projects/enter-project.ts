import type { Caller } from "../keys/authenticate.ts";
import { type Platform, runInOrganization } from "../scope.ts";

/**
 * A caller for a project of the caller's organization. An organization key can make keys of each of its projects, so this gives it
 * no right that it does not have.
 *
 * @returns undefined when the organization has no such project
 */
export async function enterOwnProject(
  platform: Platform,
  { organizationId, keyId }: Caller,
  projectId: string,
): Promise<(Caller & { readonly kind: "project" }) | undefined> {
  const project = await runInOrganization(platform, organizationId, ({ trx }) =>
    trx
      .selectFrom("projects")
      .select(["id", "catalog_version"])
      .where("organization_id", "=", organizationId)
      .where("id", "=", projectId)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
  return (
    project && {
      kind: "project",
      organizationId,
      projectId: project.id,
      keyId,
      catalogVersion: project.catalog_version,
    }
  );
}
