import type { BuildContext } from "./build-context.ts";
import { report } from "./build-context.ts";
import type { Pagination } from "./model.ts";
import type { Raw } from "./raw.ts";
import { optional, stringOf } from "./raw.ts";

/** Makes `x-pagination`; one without `type` or `items` is reported and left out. */
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
      code: "invalid-pagination",
      message: "`x-pagination` needs a `type` of cursor or page, and `items`, a JSON Pointer.",
      fix: "Complete it, or remove it.",
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
