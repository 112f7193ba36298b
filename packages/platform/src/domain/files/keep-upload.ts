import { databaseNow } from "../../db/now.ts";
import { PlatformError } from "../../errors.ts";
import type { ReceivedBytes } from "../../files/file-store.ts";
import type { Scope } from "../scope.ts";
import { selectFiles } from "./file-rows.ts";

/**
 * Puts bytes that arrived whole at the place of their file, unless it has been uploaded before: a checked file is never
 * overwritten. The row is locked meanwhile, so that a file that is erased at the same moment leaves no bytes behind.
 *
 * @throws PlatformError `File_ContentDiffers` for other bytes than were declared, `File_UrlInvalid` when the file was erased
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
    .set({ size: received.size, used_at: databaseNow() })
    .where("project_id", "=", projectId)
    .where("id", "=", fileId)
    .execute();
}
