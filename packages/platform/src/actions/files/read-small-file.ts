import { selectFiles } from "../../domain/files/file-rows.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";

/** The maximum size of a result whose bytes are sent to a model. For a larger result, the model gets the address. */
export const largestSmallFile: number = 1024 * 1024;

/** The bytes of a file of the caller's project; undefined for a large file and for one that does not exist. */
export async function readSmallFile(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId }: Pick<ActionCaller, "projectId">,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await runInProject(platform, projectId, (scope) =>
    selectFiles(scope).where("id", "=", id).executeTakeFirst(),
  );
  if (row === undefined || row.size === null || row.size > largestSmallFile) {
    return undefined;
  }
  const bytes = await files.read({ projectId, fileId: id }, row.size);
  return bytes && (await new Response(bytes).bytes());
}
