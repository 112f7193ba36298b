import type { Schemas } from "../../base/api-types.ts";
import { enterProject } from "../../base/db/transactions/scoped.ts";
import { PlatformError } from "../../base/errors.ts";
import { createApiKey } from "../keys/create-api-key.ts";
import { endMcpTokens } from "../mcp-sign-in/end-tokens.ts";
import type { OrganizationScope } from "../scope.ts";

/** The keys that a project has at most: lists of them have no pages. */
const mostKeys = 20;

/**
 * Creates another key of a project. Only this result contains its text.
 *
 * @throws PlatformError `Project_NotFound`, `Project_TooManyKeys`
 */
export async function createProjectKey(
  scope: OrganizationScope,
  projectId: string,
  name: string,
): Promise<Schemas["NewProjectApiKey"]> {
  const { trx, organizationId } = scope;
  await lockProject(scope, projectId);
  const keys = await trx
    .selectFrom("api_keys")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .execute();
  if (keys.length >= mostKeys) {
    throw new PlatformError("Project_TooManyKeys");
  }
  return await createApiKey(trx, { organizationId, projectId }, name);
}

/**
 * Deletes a key of a project. Every request looks its key up, so it is refused everywhere once the transaction has committed. Tokens of MCP
 * clients end with it: whoever had the key could choose how people sign in.
 *
 * @throws PlatformError `Project_NotFound`, `Project_KeyNotFound`
 */
export async function deleteProjectKey(
  scope: OrganizationScope,
  projectId: string,
  keyId: string,
): Promise<void> {
  const { trx, organizationId } = scope;
  await lockProject(scope, projectId);
  const { numDeletedRows } = await trx
    .deleteFrom("api_keys")
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .where("id", "=", keyId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new PlatformError("Project_KeyNotFound");
  }
  await enterProject(trx, projectId);
  await endMcpTokens({ trx, projectId });
}

/**
 * Locks a project, so that its keys change one after another.
 *
 * @throws PlatformError `Project_NotFound`
 */
export async function lockProject(
  { trx, organizationId }: OrganizationScope,
  projectId: string,
): Promise<void> {
  const project = await trx
    .selectFrom("projects")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (project === undefined) {
    throw new PlatformError("Project_NotFound");
  }
}
