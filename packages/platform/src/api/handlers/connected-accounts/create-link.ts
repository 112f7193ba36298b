import { createConnectionLink } from "../../../domain/accounts/connecting/create-connected-account.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /connected_accounts/link` */
export const createLink: HandlerOf<"createLink"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 201,
    body: await createConnectionLink(scope, input.body),
  }));
