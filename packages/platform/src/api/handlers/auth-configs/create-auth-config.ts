import { createAuthConfig as makeAuthConfig } from "../../../domain/accounts/auth-configs/create-auth-config.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /auth_configs` */
export const createAuthConfig: HandlerOf<"createAuthConfig"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 201,
    body: await makeAuthConfig(scope, input.body, input.principal.ProjectKey.keyId),
  }));
