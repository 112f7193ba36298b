import { takeFile } from "../../domain/files/take-file.ts";
import { runInProject } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import type { FileArgument } from "../../execution/execution-types.ts";
import type { ActionCaller, Services } from "../services.ts";

/**
 * Opens a file of the caller's project, for a tool that is run for a user. Its bytes are read when they are sent.
 *
 * @throws PlatformError `File_NotFound`
 */
export async function openFile(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId }: Pick<ActionCaller, "projectId">,
  userId: string | undefined,
  { name, mimetype, key }: FileArgument,
): Promise<File> {
  const row = await runInProject(platform, projectId, (scope) => takeFile(scope, key, userId));
  const bytes = await files.open({ projectId, fileId: row.id });
  if (bytes?.size !== row.size) {
    throw new PlatformError("File_NotFound");
  }
  return new File([bytes], name, { type: mimetype });
}
