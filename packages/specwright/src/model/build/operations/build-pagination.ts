import type { Pagination } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { report } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { optional, readString } from "../context/raw.ts";

/**
 * Reads `x-pagination`. A value of another form is reported and left out: other tools use the same name for their own
 * extensions.
 */
export function buildPagination(
  raw: Raw | undefined,
  context: BuildContext,
): Pagination | undefined {
  if (raw === undefined) {
    return undefined;
  }
  const type = readString(raw, "type");
  const items = readString(raw, "items");
  if ((type !== "cursor" && type !== "page") || items === undefined) {
    report(context, raw, {
      severity: "warning",
      code: "invalid-pagination",
      message:
        "`x-pagination` lacks `type` (cursor or page) or `items` (a JSON Pointer), so the client gets no iterators for it.",
      fix: "Add the missing members, unless it belongs to another tool.",
    });
    return undefined;
  }
  return {
    type,
    items,
    ...optional("cursor", readString(raw, "cursor")),
    ...optional("next", readString(raw, "next")),
    ...optional("page", readString(raw, "page")),
    ...optional("totalPages", readString(raw, "total_pages")),
    ...optional("limit", readString(raw, "limit")),
  };
}
