import type { FileResult } from "../../applications/execution/execution-types.ts";
import { addToDatabaseNow, readDatabaseNow } from "../../base/db/now.ts";
import { PlatformError } from "../../base/errors.ts";
import type { ReceivedBytes } from "../../base/files/file-store.ts";
import type { Scope } from "../scope.ts";
import { type FileRow, selectFiles } from "./file-rows.ts";
import { noteBytes } from "./keep-upload.ts";
import { toMediaType } from "./media-type.ts";
import { sealNewUrlKey, signFileUrl } from "./signed-urls.ts";

/** A file that a tool returned. */
export interface ReturnedFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly toolkitSlug: string;
  readonly toolSlug: string;
  /** The user of the call. */
  readonly userId: string | undefined;
  /** For the rest of a result that was cut: who may read it (`openKeptResult`). It is then erased after an hour. */
  readonly reader?: string;
}

/** Milliseconds for which the rest of a result that was cut can be read. */
const readableMs = 60 * 60 * 1000;

/**
 * Adds the row of a file that a tool returned, before its bytes are at their place. If the process is killed in
 * between, the row and its bytes are erased later, as those of an unfinished upload are.
 */
export async function addResult(
  scope: Scope,
  file: ReturnedFile,
  { md5 }: Pick<ReceivedBytes, "md5">,
): Promise<void> {
  const { trx, projectId } = scope;
  await trx
    .insertInto("files")
    .values({
      project_id: projectId,
      id: file.id,
      filename: file.name,
      mimetype: toMediaType(file.mimetype),
      md5,
      size: null,
      toolkit_slug: file.toolkitSlug,
      tool_slug: file.toolSlug,
      is_result: true,
      ...(file.userId !== undefined && { user_ids: [file.userId] }),
      ...(file.reader !== undefined && {
        reader: file.reader,
        expires_at: addToDatabaseNow(readableMs),
      }),
      signing_key: await sealNewUrlKey(scope, file.id),
    })
    .execute();
}

/**
 * Records that the bytes of the file are at their place, and signs a URL to read them. `readableUntil` is null for a file that
 * does not expire.
 *
 * @throws PlatformError `File_NotFound` if the file was erased meanwhile, with its user for instance
 */
export async function completeResult(
  scope: Scope,
  fileId: string,
  size: number,
): Promise<{ readonly file: FileResult; readonly readableUntil: Date | null }> {
  if (!(await noteBytes(scope, fileId, size))) {
    throw new PlatformError("File_NotFound");
  }
  const row = await selectFiles(scope).where("id", "=", fileId).executeTakeFirstOrThrow();
  const { url, expiresAt } = await signFileUrl(scope, row, "GET");
  const { filename, mimetype } = row;
  return {
    file: { id: fileId, name: filename, mimetype, url, expires_at: expiresAt.toISOString() },
    readableUntil: row.expires_at,
  };
}

/**
 * Removes the row of a file that could not be stored. Returns false if it was stored after all, because only the answer
 * of the database was lost: then the file stays.
 */
export async function dropResult({ trx, projectId }: Scope, fileId: string): Promise<boolean> {
  const stored = await trx
    .selectFrom("files")
    .select("size")
    .where("project_id", "=", projectId)
    .where("id", "=", fileId)
    .forUpdate()
    .executeTakeFirst();
  if (stored !== undefined && stored.size !== null) {
    return false;
  }
  await trx
    .deleteFrom("files")
    .where("project_id", "=", projectId)
    .where("id", "=", fileId)
    .execute();
  return true;
}

/**
 * The rest of a result that was cut, for the reader that got its handle.
 *
 * @throws PlatformError `ToolRouter_ResultNotFound` for any other reader, and when its time is over
 */
export async function openKeptResult(
  scope: Scope,
  fileId: string,
  reader: string,
): Promise<FileRow & { readonly size: number }> {
  const row = await selectFiles(scope)
    .where("id", "=", fileId)
    .where("reader", "=", reader)
    .where("expires_at", ">", readDatabaseNow())
    .executeTakeFirst();
  if (row === undefined || row.size === null) {
    throw new PlatformError("ToolRouter_ResultNotFound");
  }
  return { ...row, size: row.size };
}
