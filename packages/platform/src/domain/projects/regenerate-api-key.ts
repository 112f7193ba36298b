import type { Schemas } from "../../base/api-types.ts";
import { createApiKey } from "../keys/create-api-key.ts";
import type { OrganizationScope } from "../scope.ts";
import { lockProject } from "./project-keys.ts";

/**
 * Deletes the keys of a project and creates a new one. Only this result contains the new key's text. Every request
 * looks its key up, so the old key is refused everywhere once the transaction has committed.
 *
 * @throws PlatformError `Project_NotFound`
 */
export async function regenerateApiKey(
  scope: OrganizationScope,
  projectId: string,
): Promise<Omit<Schemas["RegeneratedApiKey"], "revoked_sessions">> {
  const { trx, organizationId } = scope;
  // Of two simultaneous regenerations the later one deletes the key of the earlier one.
  await lockProject(scope, projectId);
  const old = await trx
    .deleteFrom("api_keys")
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const api_key = await createApiKey(trx, { organizationId, projectId });
  const message =
    old.numDeletedRows === 0n
      ? "The project's first key was created."
      : "The old key was deleted and is refused from now on. The new key is shown only this once.";
  return { api_key, message };
}
