import { type Page, parsePage } from "../domain/lists/pages.ts";

/** The document's default page size, which the router fills in. */
const defaultLimit = 20;

/**
 * The page that the query asks for. The router fills in the default of `limit`, so beside a cursor it has to be asked
 * whether a limit was really sent: only then it has to be the cursor's.
 *
 * @throws PlatformError `Validation_Failed`
 */
export function queryPage(input: {
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
