import { readDatabaseNow } from "../../base/db/now.ts";
import { PlatformError } from "../../base/errors.ts";
import type { ReceivedBytes } from "../../base/files/file-store.ts";
import type { Scope } from "../scope.ts";
import { selectFiles } from "./file-rows.ts";

/**
 * Returns whether received bytes belong at the place of their file. They do not if the file has its bytes already: a
 * checked file is not overwritten.
 *
 * @throws PlatformError `File_ContentDiffers` when the bytes are not the declared ones, `File_UrlInvalid` when the
 *   file was erased
 */
export async function isUploadWanted(
  scope: Scope,
  fileId: string,
  { md5 }: Pick<ReceivedBytes, "md5">,
): Promise<boolean> {
  const row = await selectFiles(scope).where("id", "=", fileId).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("File_UrlInvalid");
  }
  if (row.md5 !== md5) {
    throw new PlatformError("File_ContentDiffers", {
      errors: ["body: has another MD5 hash than the request for the upload declared"],
    });
  }
  return row.size === null;
}

/**
 * Records that the bytes of a file are at their place: from now on it can be read. Returns false if the file was erased
 * meanwhile. Then remove the bytes, because the job that erases them may have run before they arrived.
 */
export async function noteBytes(scope: Scope, fileId: string, size: number): Promise<boolean> {
  const { trx, projectId } = scope;
  const { numUpdatedRows } = await trx
    .updateTable("files")
    .set({ size, used_at: readDatabaseNow() })
    .where("project_id", "=", projectId)
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
