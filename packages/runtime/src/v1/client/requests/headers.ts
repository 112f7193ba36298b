type HeaderValue = string | number | boolean | null | undefined;

/**
 * Header fields: what `fetch` takes, or an object. In an object, `null` removes a field, and a list sends it several
 * times.
 */
export type HeadersOptions =
  | NonNullable<RequestInit["headers"]>
  | Readonly<Record<string, HeaderValue | readonly (string | number | boolean)[]>>;

/**
 * Merges headers; later sources replace the fields of earlier ones. `undefined` leaves a field as it was, `null`
 * removes it.
 *
 * @example
 * ```ts
 * import { mergeHeaders } from "@specwright/runtime/v1/client";
 *
 * const headers = mergeHeaders({ accept: "text/plain", "x-trace": "1" }, { accept: null, "x-trace": "2" });
 * [...headers]; // => [["x-trace", "2"]]
 * ```
 */
export function mergeHeaders(...sources: readonly (HeadersOptions | undefined)[]): Headers {
  const merged = new Headers();
  for (const source of sources) {
    if (typeof source !== "object" || source === null) {
      continue;
    }
    for (const [name, value] of listHeaderFields(source)) {
      if (value === null) {
        merged.delete(name);
      } else if (Array.isArray(value)) {
        for (const item of value) {
          merged.append(name, String(item));
        }
      } else if (value !== undefined) {
        merged.set(name, String(value));
      }
    }
  }
  return merged;
}

/** `Headers`, lists of pairs and maps are iterable; plain objects are not. */
function listHeaderFields(source: HeadersOptions): Iterable<readonly [string, unknown]> {
  return Symbol.iterator in source
    ? // Every iterable `HeadersInit` consists of pairs.
      (source as Iterable<readonly [string, unknown]>)
    : Object.entries(source);
}
