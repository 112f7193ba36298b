import { PlatformError } from "../../base/errors.ts";
import type { FilePlace } from "../../base/files/file-store.ts";
import { isUploadWanted, noteBytes } from "../../domain/files/keep-upload.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { withinRoom } from "./within-room.ts";

/**
 * Receives the bytes of an upload, and stores them if they match the declared size and hash, and if there is room for
 * them. Otherwise nothing is kept. A repeated upload of a file that is stored needs no room in the quota.
 *
 * @param declared the size that the sender announced
 * @throws PlatformError `File_ContentDiffers`, `File_UrlInvalid`, those of `withinRoom`, and the errors of the source
 */
export async function receiveUpload(
  services: Pick<Services, "platform" | "files" | "disk">,
  { isStored, ...place }: FilePlace & { readonly isStored: boolean },
  source: AsyncIterable<Uint8Array>,
  declared: number | undefined,
): Promise<void> {
  const { platform, files } = services;
  const { projectId, fileId } = place;
  const wish = { projectId, declared, isCounted: !isStored };
  await withinRoom(services, wish, async (room) => {
    const received = await files.receive(room.limit(source));
    try {
      const isWanted = await runInProject(platform, projectId, (scope) =>
        isUploadWanted(scope, fileId, received),
      );
      if (!isWanted) {
        return await received.discard();
      }
      await room.settle(received.size);
      // Outside of any transaction: a store may be on another machine.
      await received.keep(place);
    } catch (error) {
      await received.discard();
      throw error;
    }
    const isThere = await runInProject(platform, projectId, async (scope) => {
      await room.release(scope);
      return await noteBytes(scope, fileId, received.size);
    });
    if (!isThere) {
      await files.remove(place);
      throw new PlatformError("File_UrlInvalid");
    }
  });
}
