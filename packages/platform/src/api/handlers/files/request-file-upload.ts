import { prepareUpload } from "../../../actions/files/request-upload.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /files/upload/request` */
export const requestFileUpload: HandlerOf<"requestFileUpload"> = async (input) => {
  const { body, context, principal } = input;
  const { toolkit_slug: toolkit, tool_slug: slug, ...file } = body;
  const request = await prepareUpload(context.services, principal.ProjectKey, { toolkit, slug });
  return await runOnceInProject(input, async (scope) => ({
    status: 200,
    body: await request(scope, file),
  }));
};
