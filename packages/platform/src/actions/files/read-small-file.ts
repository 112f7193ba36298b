import { selectFiles } from "../../domain/files/file-rows.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";

/** A model reads the bytes of a result up to this size; of a larger one it gets the address. */
const smallFile = 1024 * 1024;

/** The bytes of a file of the caller's project; undefined for one that is large or not there. */
export async function readSmallFile(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId }: Pick<ActionCaller, "projectId">,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await runInProject(platform, projectId, (scope) =>
    selectFiles(scope).where("id", "=", id).executeTakeFirst(),
  );
  if (row === undefined || row.size === null || row.size > smallFile) {
    return undefined;
  }
  const bytes = await files.read({ projectId, fileId: id }, row.size);
  return bytes && (await new Response(bytes).bytes());
}
