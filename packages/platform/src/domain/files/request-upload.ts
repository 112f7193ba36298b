import type { Schemas } from "../../base/api-types.ts";
import { readDatabaseNow } from "../../base/db/now.ts";
import { createId } from "../../base/ids.ts";
import type { Scope } from "../scope.ts";
import { assertRoom } from "../storage/read-storage.ts";
import { type FileRow, nameFileKey, selectFiles } from "./file-rows.ts";
import { toMediaType } from "./media-type.ts";
import { sealNewUrlKey, signFileUrl } from "./signed-urls.ts";

/** How often to try to find or insert a row while other calls insert and delete it. */
const attempts = 3;

/**
 * Requests an upload. If the project has a file with the same hash and type, that file is used, so that its bytes are
 * uploaded once.
 *
 * @throws PlatformError `Project_StorageFull` for a new file, when the project has no room left
 */
export async function requestUpload(
  scope: Scope,
  request: Schemas["FileUploadRequest"],
  backend: Schemas["FileStorageBackend"],
): Promise<Schemas["FileUpload"]> {
  const row = await findOrInsert(scope, request);
  const { url } = await signFileUrl(scope, row, "PUT");
  return {
    id: row.id,
    key: nameFileKey(row),
    new_presigned_url: url,
    newPresignedUrl: url,
    type: "new",
    metadata: { storage_backend: backend },
  };
}

async function findOrInsert(scope: Scope, request: Schemas["FileUploadRequest"]): Promise<FileRow> {
  const { trx, projectId } = scope;
  const md5 = request.md5.toLowerCase();
  const mimetype = toMediaType(request.mimetype);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await trx
      .updateTable("files")
      .set({ used_at: readDatabaseNow() })
      .where("project_id", "=", projectId)
      .where("id", "=", (eb) =>
        eb
          .selectFrom("files")
          .select("id")
          .where("project_id", "=", projectId)
          .where("md5", "=", md5)
          .where("mimetype", "=", mimetype)
          .where("reader", "is", null)
          .orderBy("is_result")
          .orderBy("created_at")
          .orderBy("id")
          .limit(1),
      )
      .returningAll()
      .executeTakeFirst();
    if (found !== undefined) {
      return found;
    }
    await assertRoom(scope, "files", 1);
    const id = createId("req_file");
    await trx
      .insertInto("files")
      .values({
        project_id: projectId,
        id,
        // Lone surrogates cannot be stored in PostgreSQL's text, nor written in a URL.
        filename: request.filename.toWellFormed(),
        mimetype,
        md5,
        size: null,
        toolkit_slug: request.toolkit_slug,
        tool_slug: request.tool_slug,
        is_result: false,
        signing_key: await sealNewUrlKey(scope, id),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const inserted = await selectFiles(scope).where("id", "=", id).executeTakeFirst();
    if (inserted !== undefined) {
      return inserted;
    }
  }
  throw new Error("A file was inserted and deleted by others in each attempt.");
}
