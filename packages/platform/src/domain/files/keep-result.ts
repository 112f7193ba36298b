import type { FileResult } from "../../execution/execution-types.ts";
import type { ReceivedBytes } from "../../files/file-store.ts";
import type { Scope } from "../scope.ts";
import { selectFiles } from "./file-rows.ts";
import { toMediaType } from "./media-type.ts";
import { sealNewUrlKey, signFileUrl } from "./signed-urls.ts";

/** A file that a tool returned. */
export interface ReturnedFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly toolkitSlug: string;
  readonly toolSlug: string;
  /** The user whom the call was for. */
  readonly userId: string | undefined;
}

/** Stores a file that a tool returned, and signs a URL to read it. */
export async function keepResult(
  scope: Scope,
  file: ReturnedFile,
  received: ReceivedBytes,
): Promise<FileResult> {
  const { trx, projectId } = scope;
  const mimetype = toMediaType(file.mimetype);
  await trx
    .insertInto("files")
    .values({
      project_id: projectId,
      id: file.id,
      filename: file.name,
      mimetype,
      md5: received.md5,
      size: received.size,
      toolkit_slug: file.toolkitSlug,
      tool_slug: file.toolSlug,
      is_result: true,
      ...(file.userId !== undefined && { user_ids: [file.userId] }),
      signing_key: await sealNewUrlKey(scope, file.id),
    })
    .execute();
  const row = await selectFiles(scope).where("id", "=", file.id).executeTakeFirstOrThrow();
  await received.keep({ projectId, fileId: file.id });
  const { url, expiresAt } = await signFileUrl(scope, row, "GET");
  return { id: file.id, name: row.filename, mimetype, url, expires_at: expiresAt.toISOString() };
}
