import { parsePairs } from "../../parameters/decode-query.ts";
import { formDecode } from "../../parameters/percent.ts";

/** One `name=value` of the query that a path of the document has. */
export interface QueryCondition {
  readonly name: string;
  /** Decoded; undefined when any value of that name will do. */
  readonly value: string | undefined;
  /** The path parameter that takes the value: `id` for `?key={id}`. */
  readonly parameter: string | undefined;
}

/** A path of the document, such as `/responses/{id}?beta=true`, without its fragment, which no request has. */
export interface PathAndQuery {
  readonly path: string;
  readonly conditions: readonly QueryCondition[];
}

/** Splits a path of the document. In braces `?` and `#` belong to a name. */
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
            name: formDecode(name),
            value: parameter === undefined ? formDecode(value) : undefined,
            parameter,
          },
        ];
  });
  return { path, conditions };
}

/** Returns whether a request's query, without `?`, satisfies all conditions of a path's own query. */
export function fulfils(conditions: readonly QueryCondition[], query: string): boolean {
  if (conditions.length === 0) {
    return true;
  }
  const pairs = parsePairs(query, "&", formDecode);
  return conditions.every(({ name, value }) => {
    const values = pairs.get(name);
    return value === undefined
      ? values !== undefined
      : values?.some((text) => formDecode(text) === value);
  });
}

/** The texts of the path parameters that stand in the query, percent-encoded as those of the path. */
export function valuesInQuery(
  conditions: readonly QueryCondition[],
  query: string,
): Record<string, string> {
  const pairs = parsePairs(query, "&", formDecode);
  const found = conditions.flatMap(({ name, parameter }) => {
    const [text] = pairs.get(name) ?? [];
    return parameter === undefined || text === undefined
      ? []
      : [[parameter, text.replaceAll("+", "%20")] as const];
  });
  return Object.fromEntries(found);
}
