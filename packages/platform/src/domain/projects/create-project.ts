import { enterProject } from "../../db/scoped.ts";
import { createId } from "../../ids.ts";
import { createApiKey } from "../keys/create-api-key.ts";
import type { OrganizationScope } from "../scope.ts";
import { mergeProjectConfig, type ProjectConfigChanges } from "./config.ts";

/** `CreateProjectRequest` of spec/schemas/projects.yaml. */
export interface NewProject {
  readonly name: string;
  readonly should_create_api_key?: boolean;
  readonly config?: ProjectConfigChanges;
}

/** `CreatedProject`: with the key's text, shown this once, or null. */
export interface CreatedProject {
  readonly id: string;
  readonly name: string;
  readonly api_key: string | null;
}

/** Makes a project of the organization, with its data key; @throws PlatformError `Validation_Failed` for its config */
export async function createProject(
  scope: OrganizationScope,
  input: NewProject,
): Promise<CreatedProject> {
  const { organizationId, trx, platform } = scope;
  const id = createId("proj");
  const config = mergeProjectConfig({}, input.config ?? {}, "body.config");
  await trx
    .insertInto("projects")
    .values({
      id,
      organization_id: organizationId,
      name: input.name,
      config: JSON.stringify(config),
    })
    .execute();
  await enterProject(trx, id);
  await platform.secrets.createDataKey(trx, id);
  const key =
    input.should_create_api_key === true
      ? await createApiKey(trx, { organizationId, projectId: id })
      : undefined;
  return { id, name: input.name, api_key: key?.key ?? null };
}
