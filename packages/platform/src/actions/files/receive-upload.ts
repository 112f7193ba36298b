import { isUploadWanted, noteBytes } from "../../domain/files/keep-upload.ts";
import { runInProject } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
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
  place: FilePlace,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { projectId, fileId } = place;
  const received = await files.receive(source);
  try {
    const isWanted = await runInProject(platform, projectId, (scope) =>
      isUploadWanted(scope, fileId, received),
    );
    if (!isWanted) {
      return await received.discard();
    }
    // Outside of any transaction: a store may be on another machine.
    await received.keep(place);
  } catch (error) {
    await received.discard();
    throw error;
  }
  const isThere = await runInProject(platform, projectId, (scope) =>
    noteBytes(scope, fileId, received.size),
  );
  if (!isThere) {
    await files.remove(place);
    throw new PlatformError("File_UrlInvalid");
  }
}
