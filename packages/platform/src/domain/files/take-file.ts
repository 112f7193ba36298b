import { sql } from "kysely";
import { readDatabaseNow } from "../../base/db/now.ts";
import { PlatformError } from "../../base/errors.ts";
import type { Scope } from "../scope.ts";
import { type FileRow, nameFileKey, selectFiles } from "./file-rows.ts";

/**
 * Finds a file by its key, for a tool that is run for a user. From then on the file also belongs to that user, and is
 * erased with its last user.
 *
 * @throws PlatformError `File_NotFound`, also for another project's key and for a file whose bytes have not been
 *   uploaded
 */
export async function takeFile(
  scope: Scope,
  key: string,
  userId: string | undefined,
): Promise<FileRow & { readonly size: number }> {
  const { trx, projectId } = scope;
  const id = key.split("/")[1] ?? "";
  const row = await selectFiles(scope).where("id", "=", id).executeTakeFirst();
  // The rest of a result belongs to its reader, whom a key does not name.
  if (row === undefined || nameFileKey(row) !== key || row.reader !== null) {
    throw new PlatformError("File_NotFound");
  }
  if (row.size === null) {
    throw new PlatformError("File_NotFound", {
      words: {
        message: "The file has not been uploaded yet.",
        suggestedFix:
          "PUT its bytes to the `new_presigned_url` of its request, then call the tool.",
      },
    });
  }
  const isNew = userId !== undefined && !row.user_ids.includes(userId);
  await trx
    .updateTable("files")
    .set({
      used_at: readDatabaseNow(),
      ...(isNew && {
        user_ids: sql<string[]>`array_append(array_remove(user_ids, ${userId}), ${userId})`,
      }),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
  return { ...row, size: row.size };
}
