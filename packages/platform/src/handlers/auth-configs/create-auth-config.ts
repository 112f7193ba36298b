import { createAuthConfig as makeAuthConfig } from "../../domain/auth-configs/create-auth-config.ts";
import type { HandlerOf } from "../handler.ts";
import { onceOfProject } from "../scopes.ts";
import { toBody } from "../wire.ts";

/** `POST /auth_configs` */
export const createAuthConfig: HandlerOf<"createAuthConfig"> = (input) =>
  onceOfProject(input, async (scope) => ({
    status: 201,
    body: toBody(await makeAuthConfig(scope, input.body, input.principal.ProjectKey.keyId)),
  }));
