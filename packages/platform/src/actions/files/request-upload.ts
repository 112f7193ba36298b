import { findFileInputs } from "../../applications/toolkits/files/file-inputs.ts";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { requestUpload as request } from "../../domain/files/request-upload.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Services } from "../services.ts";

/** The tool that will take a file. */
export interface TakingTool {
  readonly slug: string;
  /** The toolkit that it has to be a tool of. Default: any. */
  readonly toolkit?: string;
}

/**
 * Prepares the request for an upload: checks that the tool takes files, and that the disk has room.
 *
 * @returns a function that makes the request, in a transaction
 * @throws PlatformError `Toolkit_NotFound`, `Tool_NotFound`, `Tool_Deprecated`, `File_NotTaken`, `Server_DiskFull`; the function
 *   `Project_StorageFull`
 */
export async function prepareUpload(
  { catalogs, disk, files }: Pick<Services, "catalogs" | "disk" | "files">,
  place: Parameters<Services["catalogs"]["open"]>[0],
  wanted: TakingTool,
): Promise<
  (
    scope: Scope,
    file: Pick<Schemas["FileUploadRequest"], "filename" | "mimetype" | "md5">,
  ) => Promise<Schemas["FileUpload"]>
> {
  const catalog = await catalogs.open(place);
  const toolkit = wanted.toolkit === undefined ? undefined : catalog.getToolkit(wanted.toolkit);
  const tool = await catalog.getTool(wanted.slug);
  if (toolkit !== undefined && tool.toolkit.slug !== toolkit.slug) {
    throw new PlatformError("Tool_NotFound");
  }
  if (tool.record.is_deprecated) {
    throw new PlatformError("Tool_Deprecated");
  }
  if (findFileInputs(tool).size === 0) {
    throw new PlatformError("File_NotTaken");
  }
  await disk.assertRoom();
  const owner = { toolkit_slug: tool.toolkit.slug, tool_slug: tool.slug };
  return (scope, file) => request(scope, { ...file, ...owner }, files.backend);
}
