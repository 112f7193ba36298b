import type { Pagination } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { report } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { optional, stringOf } from "../context/raw.ts";

/** Makes `x-pagination`. One of another form is reported and left out: other tools have extensions of this name, too. */
export function buildPagination(
  raw: Raw | undefined,
  context: BuildContext,
): Pagination | undefined {
  if (raw === undefined) {
    return undefined;
  }
  const type = stringOf(raw, "type");
  const items = stringOf(raw, "items");
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
    ...optional("cursor", stringOf(raw, "cursor")),
    ...optional("next", stringOf(raw, "next")),
    ...optional("page", stringOf(raw, "page")),
    ...optional("totalPages", stringOf(raw, "total_pages")),
    ...optional("limit", stringOf(raw, "limit")),
  };
}
