import { joinQuery } from "../../parameters.ts";
import type { PathSerializer } from "../document-client/client-types.ts";

/**
 * The address of a call: base URL, path and query. If the path already has a query, both are joined. A `?` at the
 * beginning of the query is dropped.
 *
 * @example
 * ```ts
 * import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "@specwright/runtime/v1/client";
 *
 * const options = {
 *   baseUrl: "https://api.example.com",
 *   params: { path: { id: 1 }, query: { full: true } },
 *   querySerializer: createQuerySerializer(),
 *   pathSerializer: defaultPathSerializer,
 * };
 * createFinalURL("/notes/{id}", options); // => "https://api.example.com/notes/1?full=true"
 * ```
 */
export function createFinalURL<Query>(
  pathname: string,
  options: {
    baseUrl: string;
    params: { query?: Record<string, unknown>; path?: Record<string, unknown> };
    querySerializer: (query: Query) => string;
    pathSerializer: PathSerializer;
  },
): string {
  const { baseUrl, params } = options;
  const address = `${baseUrl}${pathname}`;
  const path = params.path ? options.pathSerializer(address, params.path) : address;
  // The types of the caller make sure that the serializer takes this query.
  const search = options.querySerializer((params.query ?? {}) as Query).replace(/^\?/, "");
  return joinQuery(path, search);
}

/**
 * The address without a slash at its end.
 *
 * @example
 * ```ts
 * import { removeTrailingSlash } from "@specwright/runtime/v1/client";
 *
 * removeTrailingSlash("https://api.example.com/v1/"); // => "https://api.example.com/v1"
 * ```
 */
export function removeTrailingSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}
