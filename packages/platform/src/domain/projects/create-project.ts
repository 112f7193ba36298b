import type { Schemas } from "../../base/api-types.ts";
import { enterProject } from "../../base/db/transactions/scoped.ts";
import { createId } from "../../base/ids.ts";
import { createApiKey } from "../keys/create-api-key.ts";
import type { OrganizationScope } from "../scope.ts";
import { updateProjectConfig } from "./config.ts";

/**
 * Creates a project of the organization, with its data key; @throws PlatformError `Validation_Failed` for its config
 */
export async function createProject(
  scope: OrganizationScope,
  input: Schemas["CreateProjectRequest"],
): Promise<Schemas["CreatedProject"]> {
  const { organizationId, trx, platform } = scope;
  const id = createId("proj");
  await trx
    .insertInto("projects")
    .values({ id, organization_id: organizationId, name: input.name })
    .execute();
  await enterProject(trx, id);
  await platform.secrets.createDataKey(trx, id);
  if (input.config !== undefined) {
    await updateProjectConfig({ platform, trx, projectId: id }, input.config, "body.config");
  }
  const key =
    input.should_create_api_key === true
      ? await createApiKey(trx, { organizationId, projectId: id })
      : undefined;
  return { id, name: input.name, api_key: key?.key ?? null };
}
