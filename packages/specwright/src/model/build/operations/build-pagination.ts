import type { Pagination } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { includeIfDefined, readString } from "../context/raw.ts";

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
    reportProblem(context, raw, {
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
    ...includeIfDefined("cursor", readString(raw, "cursor")),
    ...includeIfDefined("next", readString(raw, "next")),
    ...includeIfDefined("page", readString(raw, "page")),
    ...includeIfDefined("totalPages", readString(raw, "total_pages")),
    ...includeIfDefined("limit", readString(raw, "limit")),
  };
}
