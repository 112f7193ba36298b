import { sql } from "kysely";
import type { Query, Schemas } from "../../api-types.ts";
import {
  countItemsAsked,
  countItemsBefore,
  type Page,
  type PageOf,
  toPage,
} from "../lists/pages.ts";
import type { Scope } from "../scope.ts";
import { selectFiles, toStoredFile } from "./file-rows.ts";

/** A page of the files of the project, the newest first. */
export async function listFiles(
  scope: Scope,
  filter: Pick<Query<"listFiles">, "toolkit_slug" | "tool_slug">,
  page: Page,
): Promise<PageOf<Schemas["StoredFile"]>> {
  let matching = selectFiles(scope);
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
