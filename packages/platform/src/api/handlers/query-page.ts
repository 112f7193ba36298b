import { type Page, parsePage } from "../../domain/lists/cursors.ts";

/** The document's default page size, which the router has filled in. */
const defaultLimit = 20;

/**
 * Reads the page that the query asks for. Because the router fills in the default of `limit`, the function checks if
 * a limit was really sent. Only then does it have to equal the cursor's limit.
 *
 * @throws PlatformError `Validation_Failed`
 */
export function readQueryPage(input: {
  readonly query: { readonly limit: number; readonly cursor?: string };
  readonly request: Request;
}): Page {
  const { limit, cursor } = input.query;
  if (cursor === undefined) {
    return parsePage({ limit });
  }
  if (limit !== defaultLimit) {
    return parsePage({ limit, cursor });
  }
  const sent = new URL(input.request.url).searchParams.get("limit");
  return parsePage(
    sent === null || sent === "" || sent === "null" ? { cursor } : { limit, cursor },
  );
}
