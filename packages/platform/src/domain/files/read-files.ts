import { type ExpressionBuilder, sql } from "kysely";
import type { Query, Schemas } from "../../base/api-types.ts";
import { readDatabaseNow } from "../../base/db/now.ts";
import type { Tables } from "../../base/db/tables.ts";
import { PlatformError } from "../../base/errors.ts";
import type { Page } from "../lists/cursors.ts";
import { countItemsAsked, countItemsBefore, type PageOf, toPage } from "../lists/pages.ts";
import type { Scope } from "../scope.ts";
import { selectFiles, toStoredFile } from "./file-rows.ts";
import { signFileUrl } from "./signed-urls.ts";

/** A page of the files of the project, the newest first. */
export async function listFiles(
  scope: Scope,
  filter: Pick<Query<"listFiles">, "toolkit_slug" | "tool_slug">,
  page: Page,
): Promise<PageOf<Schemas["StoredFile"]>> {
  let matching = selectFiles(scope).where(isReadable);
  if (filter.toolkit_slug !== undefined) {
    matching = matching.where("toolkit_slug", "=", filter.toolkit_slug);
  }
  if (filter.tool_slug !== undefined) {
    matching = matching.where("tool_slug", "=", filter.tool_slug);
  }
  const { total } = await matching
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(countItemsAsked(page))
    .offset(countItemsBefore(page))
    .execute();
  return toPage(page, total, rows.map(toStoredFile));
}

/**
 * One file, with a signed URL of its bytes.
 *
 * @throws PlatformError `File_NotFound`
 */
export async function getFile(scope: Scope, id: string): Promise<Schemas["DownloadableFile"]> {
  const row = await selectFiles(scope).where("id", "=", id).where(isReadable).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("File_NotFound");
  }
  const { url } = row.size === null ? { url: null } : await signFileUrl(scope, row, "GET");
  return { ...toStoredFile(row), download_url: url };
}

/** True for files that do not expire, and for those that have not yet. */
function isReadable({ eb, or }: ExpressionBuilder<Tables, "files">) {
  return or([eb("expires_at", "is", null), eb("expires_at", ">", readDatabaseNow())]);
}
