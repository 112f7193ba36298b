import { joinQuery } from "../../parameters.ts";
import type { PathSerializer } from "../document-client/client-types.ts";

/** The address of a call: root, path and query, joined to one that the path has. A `?` that the serializer put first is dropped. */
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
  // The caller's types tie the query to its serializer.
  const search = options.querySerializer((params.query ?? {}) as Query).replace(/^\?/, "");
  return joinQuery(path, search);
}

/** The address without a slash at its end. */
export function removeTrailingSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}
