import { createProject as makeProject } from "../../domain/projects/create-project.ts";
import type { HandlerOf } from "../handler.ts";
import { onceOfOrganization } from "../scopes.ts";
import { toBody } from "../wire.ts";

/** `POST /org/owner/project/new` */
export const createProject: HandlerOf<"createProject"> = (input) =>
  onceOfOrganization(input, async (scope) => ({
    status: 200,
    body: toBody(await makeProject(scope, input.body)),
  }));
