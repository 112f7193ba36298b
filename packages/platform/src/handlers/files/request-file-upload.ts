import { requestUpload } from "../../domain/files/request-upload.ts";
import { PlatformError } from "../../errors.ts";
import { findFileInputs } from "../../toolkits/files/file-inputs.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /files/upload/request` */
export const requestFileUpload: HandlerOf<"requestFileUpload"> = async (input) => {
  const { body, context, principal } = input;
  const { catalogs, files } = context.services;
  const catalog = await catalogs.open(principal.ProjectKey);
  const toolkit = catalog.getToolkit(body.toolkit_slug);
  const tool = await catalog.getTool(body.tool_slug);
  if (tool.toolkit.slug !== toolkit.slug) {
    throw new PlatformError("Tool_NotFound");
  }
  if (tool.record.is_deprecated) {
    throw new PlatformError("Tool_Deprecated");
  }
  if (findFileInputs(tool).size === 0) {
    throw new PlatformError("File_NotTaken");
  }
  return await runOnceInProject(input, async (scope) => ({
    status: 200,
    body: await requestUpload(scope, body, files.backend),
  }));
};
