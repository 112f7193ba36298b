import { takeFitting } from "../../../base/sharing/fit-answer.ts";
import { type NumberedPage, refuseLongPage } from "../../../domain/agents/mcp/read-mcp-servers.ts";

/** Reads a query with page numbers. The router fills in the defaults. */
export function readNumberedPage({
  page_no: page,
  limit,
  order_by: orderBy,
  order_direction: direction,
}: {
  readonly page_no: number;
  readonly limit: number;
  readonly order_by: NumberedPage["orderBy"];
  readonly order_direction: NumberedPage["direction"];
}): NumberedPage {
  return { page, limit, orderBy, direction };
}

/**
 * Returns a page that fits into one answer.
 *
 * @param items the items in the list
 * @throws PlatformError `Validation_Failed` when it does not fit
 */
export function assertPageFits<List>(list: List, items: readonly unknown[]): List {
  const fitting = takeFitting(items).length;
  if (fitting < items.length) {
    throw refuseLongPage(fitting);
  }
  return list;
}

/** Splits a list that the query holds as one string with commas. */
export function splitList(text: string | undefined): readonly string[] | undefined {
  return text?.split(",");
}
