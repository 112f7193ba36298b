import { type Claims, claimNames } from "./claims.ts";
import { createFlatDecoder } from "./decode-flat.ts";
import { decodeHeaderText, splitCookies } from "./decode-header.ts";
import { decodePath } from "./decode-path.ts";
import {
  decodeQueryValue,
  findSpreadKeys,
  type Pairs,
  parsePairs,
  spreads,
} from "./decode-query.ts";
import { decodeTexts } from "./decode-text.ts";
import type { ParameterDefinition } from "./definition.ts";
import { decodeForm } from "./percent.ts";
import { type Plan, planHeader, planParameter } from "./plan.ts";
import { findPropertyType, parseJsonIfValid, setMember } from "./typed-text.ts";

/** The parts of a request that contain parameters, before decoding. */
export interface ParameterSource {
  /** The text of each `{name}` of the path template by its name, still percent-encoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The query string of the URL, still percent-encoded, with or without the leading `?`. */
  readonly query: string;
  /** The request's headers, including `cookie`, for example a `Headers` object. */
  readonly headers: { get(name: string): string | null };
}

/**
 * Decoded values by location and parameter name (header names are spelled as in the document). An absent parameter is
 * an absent member. `querystring` is present when the operation has such a parameter and the query string is not empty.
 */
export interface DecodedParameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly querystring?: unknown;
}

/**
 * Prepares the decoding of an operation's parameters. Call this function once for each operation, and the result for
 * each request.
 *
 * The result never throws. Values that do not fit their type are kept for the validator to refuse:
 * - Text that does not fit its type stays text, such as `"abc"` for an integer or `"{"` for JSON content.
 * - A repeated parameter that is not an array becomes an array of its texts.
 * - Malformed percent-encoding is not decoded.
 * - Integers that a double cannot hold exactly stay text.
 *
 * In every style, an array in the query may also be written as repeated `name=` or as `name[]=`. A `deepObject`, and a
 * parameter with `arrayFormat`, may have nested brackets. A percent-encoded comma is part of a value and does not separate values, unless the definition
 * sets `splitEncoded`. Query parameters without a definition are ignored.
 *
 * @param taken names of the query that are not parameters, such as that of an API key. An exploded object that takes any
 * name leaves them alone, as it does those of other parameters.
 * @example
 * ```ts
 * import { createParameterDecoder } from "@specwright/runtime/v1/parameters";
 *
 * const decode = createParameterDecoder([
 *   { name: "id", in: "path" },
 *   { name: "limit", in: "query", type: { type: "integer" } },
 * ]);
 * const source = { path: { id: "a" }, query: "limit=5", headers: new Headers() };
 * decode(source).query; // => { limit: 5 }
 * ```
 */
export function createParameterDecoder(
  definitions: readonly ParameterDefinition[],
  taken: readonly string[] = [],
): (source: ParameterSource) => DecodedParameters {
  const selectPlans = (location: ParameterDefinition["in"]): Plan[] =>
    definitions.filter((definition) => definition.in === location).map(planParameter);
  const path = selectPlans("path");
  const header = selectPlans("header");
  const cookie = selectPlans("cookie");
  const ofCookies = claimNames(cookie);
  const decodeQuery = createQueryDecoder(selectPlans("query"), taken);
  const querystring = definitions.find((definition) => definition.in === "querystring");
  return (source) => {
    const query = source.query.startsWith("?") ? source.query.slice(1) : source.query;
    const decoded: DecodedParameters = {
      path: decodePaths(path, source.path),
      query: decodeQuery(query),
      header: decodeHeaders(header, source.headers),
      cookie: decodeCookies(cookie, source.headers, ofCookies),
    };
    return querystring === undefined || query === ""
      ? decoded
      : { ...decoded, querystring: decodeQuerystring(querystring, query) };
  };
}

/**
 * The fields of a form that no definition names: an object whose `patternProperties` and `additionalProperties` have their
 * types. With `contentType`,
 * each of them is JSON.
 */
export type OtherFields = Pick<ParameterDefinition, "arrayFormat" | "type" | "contentType">;

/**
 * Prepares the decoding of an `application/x-www-form-urlencoded` body: its fields are defined as parameters with `in:
 * "query"`. Fields without a definition are kept as text (repeated ones as arrays of text), so that a validator sees
 * them. With `others`, they are read as that says.
 *
 * @example
 * ```ts
 * import { createFormDecoder } from "@specwright/runtime/v1/parameters";
 *
 * const decode = createFormDecoder([{ name: "size", in: "query", type: { type: "integer" } }]);
 * decode("size=3&colour=red"); // => { size: 3, colour: "red" }
 * ```
 */
export function createFormDecoder(
  definitions: readonly ParameterDefinition[],
  others?: OtherFields,
): (text: string) => Record<string, unknown> {
  const plans = definitions.map(planParameter);
  const { type: types, ...style } = others ?? {};
  const rest = others?.arrayFormat && planParameter({ name: "", in: "query", ...others });
  const planOther = (name: string): Plan => {
    const type = findPropertyType(types, name);
    return planParameter({ ...{ name, in: "query", ...style }, ...(type && { type }) });
  };
  const claims = claimNames(plans);
  const decode = createPairsDecoder(plans, claims);
  return (text) => {
    const pairs = parsePairs(text, "&", decodeForm);
    const values = decode(pairs);
    const unnamed = rest === undefined ? {} : (decodeQueryValue(rest, pairs, claims) ?? {});
    for (const [name, value] of Object.entries(unnamed)) {
      setMember(values, name, value);
    }
    const all = rest === undefined ? plans : [...plans, rest];
    for (const [name, texts] of listUnclaimed(all, pairs, claims)) {
      setMember(values, name, decodeTexts(planOther(name), texts));
    }
    return values;
  };
}

/**
 * Decodes one header of a response or of a multipart part, in `style: simple`. `definition.in` is `header`.
 *
 * @param text the value of the header field; repeated fields are joined with `, `
 * @example
 * ```ts
 * import { decodeHeader } from "@specwright/runtime/v1/parameters";
 *
 * const type = { type: "array", items: { type: "integer" } } as const;
 * decodeHeader({ name: "x-ids", in: "header", type }, "1, 2"); // => [1, 2]
 * ```
 */
export function decodeHeader(definition: ParameterDefinition, text: string): unknown {
  return decodeHeaderText(planHeader(definition), text);
}

function createQueryDecoder(
  plans: readonly Plan[],
  taken: readonly string[],
): (query: string) => Record<string, unknown> {
  const decode = createPairsDecoder(plans, claimNames(plans, taken));
  return createFlatDecoder(plans) ?? ((query) => decode(parsePairs(query, "&", decodeForm)));
}

function createPairsDecoder(
  plans: readonly Plan[],
  claims: Claims,
): (pairs: Pairs) => Record<string, unknown> {
  return (pairs) => {
    const values: Record<string, unknown> = {};
    for (const plan of plans) {
      put(values, plan, decodeQueryValue(plan, pairs, claims));
    }
    return values;
  };
}

function decodePaths(
  plans: readonly Plan[],
  texts: ParameterSource["path"],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const plan of plans) {
    const text = Object.hasOwn(texts, plan.name) ? texts[plan.name] : undefined;
    if (text !== undefined) {
      put(values, plan, decodePath(plan, text));
    }
  }
  return values;
}

function decodeHeaders(
  plans: readonly Plan[],
  headers: ParameterSource["headers"],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const plan of plans) {
    const text = headers.get(plan.name);
    if (text !== null) {
      put(values, plan, decodeHeaderText(plan, text));
    }
  }
  return values;
}

function decodeCookies(
  plans: readonly Plan[],
  headers: ParameterSource["headers"],
  claims: Claims,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (plans.length > 0) {
    const text = headers.get("cookie") ?? "";
    for (const plan of plans) {
      const pairs = splitCookies(plan, text);
      // A browser sends a cookie for each path that has one, the closest first (RFC 6265, section 5.4).
      const value =
        plan.array || plan.object
          ? decodeQueryValue(plan, pairs, claims)
          : decodeTexts(plan, (pairs.get(plan.name) ?? []).slice(0, 1));
      put(values, plan, value);
    }
  }
  return values;
}

/** An absent parameter is an absent member. */
function put(values: Record<string, unknown>, plan: Plan, value: unknown): void {
  if (value !== undefined) {
    setMember(values, plan.name, value);
  }
}

/** The fields of a form that no definition names. */
function listUnclaimed(
  plans: readonly Plan[],
  pairs: Pairs,
  claims: Claims,
): (readonly [string, readonly string[]])[] {
  const spread = plans.filter(spreads);
  // The name of an object that may also be a text or a list, which its properties may not be called.
  const own = new Set(
    spread.filter(({ primitive, array }) => primitive || array).map(({ name }) => name),
  );
  return [...pairs].filter(
    ([name]) =>
      !claims.isNamed(name) &&
      !own.has(name) &&
      spread.every((plan) => findSpreadKeys(plan, name, claims) === undefined),
  );
}

function decodeQuerystring(definition: ParameterDefinition, query: string): unknown {
  if (/x-www-form-urlencoded/i.test(definition.contentType ?? "")) {
    const { type, arrayFormat } = definition;
    const style = arrayFormat && ({ style: "deepObject", arrayFormat } as const);
    const members = Object.entries(type?.properties ?? {}).map(
      ([name, own]): ParameterDefinition => ({ name, in: "query", type: own, ...style }),
    );
    const { properties: _, ...rest } = type ?? {};
    const others = type && { ...(arrayFormat && { arrayFormat }), type: rest };
    return createFormDecoder(members, others)(query);
  }
  const text = decodeForm(query);
  return planParameter(definition).content === "json" ? parseJsonIfValid(text) : text;
}
