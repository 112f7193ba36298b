import { createProjectKey as makeProjectKey } from "../../../domain/projects/project-keys.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInOrganization } from "../scopes.ts";

/** `POST /org/owner/project/{nano_id}/api_keys` */
export const createProjectKey: HandlerOf<"createProjectKey"> = (input) =>
  runOnceInOrganization(input, async (scope) => ({
    status: 201,
    body: await makeProjectKey(scope, input.path.nano_id, input.body.name),
  }));
