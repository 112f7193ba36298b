import type { NumberedPage } from "../../domain/agents/mcp/read-mcp-servers.ts";

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

/** Splits a list that the query holds as one string with commas. */
export function splitList(text: string | undefined): readonly string[] | undefined {
  return text?.split(",");
}
