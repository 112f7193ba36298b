import { regenerateApiKey as replaceApiKey } from "../../domain/projects/regenerate-api-key.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInOrganization } from "../scopes.ts";

/** `POST /org/owner/project/{nano_id}/regenerate_api_key` */
export const regenerateApiKey: HandlerOf<"regenerateApiKey"> = (input) =>
  runOnceInOrganization(input, async (scope) => ({
    status: 200,
    body: await replaceApiKey(scope, input.path.nano_id),
  }));
