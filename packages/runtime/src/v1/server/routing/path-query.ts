import { parsePairs } from "../../parameters/decode-query.ts";
import { decodeForm } from "../../parameters/percent.ts";

/** One `name=value` in the query of a path of the document, such as `beta=true` in `/responses?beta=true`. */
export interface QueryCondition {
  readonly name: string;
  /** The decoded value; undefined when any value will do. */
  readonly value: string | undefined;
  /** The path parameter that takes the value: `id` for `?key={id}`. */
  readonly parameter: string | undefined;
}

/**
 * A path of the document, such as `/responses/{id}?beta=true`, in parts. Its fragment is left out, because requests
 * never have one.
 */
export interface PathAndQuery {
  readonly path: string;
  readonly conditions: readonly QueryCondition[];
}

/** Splits a path of the document. Inside braces, `?` and `#` are part of a name. */
export function splitQuery(key: string): PathAndQuery {
  let path = "";
  let query: string | undefined;
  for (const [token] of key.matchAll(/\{[^{}]*\}|[\s\S]/g)) {
    if (token === "#") {
      break;
    }
    if (token === "?" && query === undefined) {
      query = "";
    } else if (query === undefined) {
      path += token;
    } else {
      query += token;
    }
  }
  const conditions = (query ?? "").split("&").flatMap((pair) => {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=");
    const parameter = /^\{([^{}]*)\}$/.exec(value)?.[1];
    return pair === ""
      ? []
      : [
          {
            name: decodeForm(name),
            value: parameter === undefined ? decodeForm(value) : undefined,
            parameter,
          },
        ];
  });
  return { path, conditions };
}

/** Returns whether a request's query (without `?`) meets all conditions of the query in a document's path. */
export function matchesQuery(conditions: readonly QueryCondition[], query: string): boolean {
  if (conditions.length === 0) {
    return true;
  }
  const pairs = parsePairs(query, "&", decodeForm);
  return conditions.every(({ name, value }) => {
    const values = pairs.get(name);
    return value === undefined
      ? values !== undefined
      : values?.some((text) => decodeForm(text) === value);
  });
}

/** The texts of path parameters that are in the query (`?key={id}`), percent-encoded like the others. */
export function readValuesInQuery(
  conditions: readonly QueryCondition[],
  query: string,
): Record<string, string> {
  const pairs = parsePairs(query, "&", decodeForm);
  const found = conditions.flatMap(({ name, parameter }) => {
    const [text] = pairs.get(name) ?? [];
    return parameter === undefined || text === undefined
      ? []
      : [[parameter, text.replaceAll("+", "%20")] as const];
  });
  return Object.fromEntries(found);
}
