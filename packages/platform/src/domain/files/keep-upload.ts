import { readDatabaseNow } from "../../db/now.ts";
import { PlatformError } from "../../errors.ts";
import type { ReceivedBytes } from "../../files/file-store.ts";
import type { Scope } from "../scope.ts";
import { selectFiles } from "./file-rows.ts";

/**
 * Moves completely received bytes to the place of their file, unless the file has bytes already: a checked file is
 * never overwritten. The row is locked meanwhile, so that no bytes stay behind if the file is erased at the same
 * moment.
 *
 * @throws PlatformError `File_ContentDiffers` when the bytes are not the declared ones, `File_UrlInvalid` when the
 *   file was erased
 */
export async function keepUpload(
  scope: Scope,
  fileId: string,
  received: ReceivedBytes,
): Promise<void> {
  const { trx, projectId } = scope;
  const row = await selectFiles(scope).where("id", "=", fileId).forUpdate().executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("File_UrlInvalid");
  }
  if (row.md5 !== received.md5) {
    throw new PlatformError("File_ContentDiffers", {
      errors: ["body: has another MD5 hash than the request for the upload declared"],
    });
  }
  if (row.size !== null) {
    return await received.discard();
  }
  await received.keep({ projectId, fileId });
  await trx
    .updateTable("files")
    .set({ size: received.size, used_at: readDatabaseNow() })
    .where("project_id", "=", projectId)
    .where("id", "=", fileId)
    .execute();
}
