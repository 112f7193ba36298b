import { createConnectionLink } from "../../domain/connecting/create-connected-account.ts";
import type { HandlerOf } from "../handler.ts";
import { onceOfProject } from "../scopes.ts";

/** `POST /connected_accounts/link` */
export const createLink: HandlerOf<"createLink"> = (input) =>
  onceOfProject(input, async (scope) => ({
    status: 201,
    body: await createConnectionLink(scope, input.body),
  }));
