import { createProject as makeProject } from "../../../domain/projects/create-project.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInOrganization } from "../scopes.ts";

/** `POST /org/owner/project/new` */
export const createProject: HandlerOf<"createProject"> = (input) =>
  runOnceInOrganization(input, async (scope) => ({
    status: 200,
    body: await makeProject(scope, input.body),
  }));
