import type { Scope } from "../scope.ts";

/** The organization that the project belongs to. */
export async function readOrganizationId({ trx, projectId }: Scope): Promise<string> {
  const row = await trx
    .selectFrom("projects")
    .select("organization_id")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return row.organization_id;
}
