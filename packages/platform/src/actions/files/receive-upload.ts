import { keepUpload } from "../../domain/files/keep-upload.ts";
import { runInProject } from "../../domain/scope.ts";
import type { FilePlace } from "../../files/file-store.ts";
import type { Services } from "../services.ts";

/**
 * Receives the bytes of an upload, and stores them if they match the declared size and hash. Otherwise nothing is
 * kept.
 *
 * @throws PlatformError `File_ContentDiffers`, `File_UrlInvalid`, and the errors of the source
 */
export async function receiveUpload(
  { platform, files }: Pick<Services, "platform" | "files">,
  { projectId, fileId }: FilePlace,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const received = await files.receive(source);
  try {
    await runInProject(platform, projectId, (scope) => keepUpload(scope, fileId, received));
  } catch (error) {
    await received.discard();
    throw error;
  }
}
