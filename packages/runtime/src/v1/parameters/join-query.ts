/**
 * Joins the path and the query of a request. A path of a document may have a query (`/responses?beta=true`). That comes
 * first, without the names that the call's query also sets. A fragment (`/token#refresh`) only distinguishes operations
 * in a document and is never sent.
 *
 * @param path the result of `encodePath`, or a whole URL that ends with it
 * @param query the result of `encodeQuery`
 * @example
 * ```ts
 * import { joinQuery } from "@specwright/runtime/v1/parameters";
 *
 * joinQuery("/responses?beta=true", "limit=5"); // => "/responses?beta=true&limit=5"
 * ```
 */
export function joinQuery(path: string, query: string): string {
  if (query === "" && !/[?#]/.test(path)) {
    return path;
  }
  const [target = ""] = path.split("#", 1);
  const [before = "", ...own] = target.split("?");
  const set = new Set(query.split("&").map(readPairName));
  const pairs = [
    ...own
      .join("?")
      .split("&")
      .filter((pair) => !set.has(readPairName(pair))),
    query,
  ];
  const joined = pairs.filter(Boolean).join("&");
  return joined ? `${before}?${joined}` : before;
}

function readPairName(pair: string): string | undefined {
  return pair.split("=", 1)[0];
}
