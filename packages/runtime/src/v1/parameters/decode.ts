import { createFlatDecoder } from "./decode-flat.ts";
import { decodeHeaderText, splitCookies } from "./decode-header.ts";
import { decodePath } from "./decode-path.ts";
import { decodeQueryValue, type Pairs, parsePairs, spreads } from "./decode-query.ts";
import type { ParameterDefinition } from "./definition.ts";
import { decodeForm } from "./percent.ts";
import { type Plan, planParameter } from "./plan.ts";
import { parseJsonIfValid, setMember } from "./typed-text.ts";

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
 * In every style, an array in the query may also be written as repeated `name=` or as `name[]=`. A `deepObject` may
 * have nested brackets. A percent-encoded comma is part of a value and does not separate values, unless the definition
 * sets `splitEncoded`. Query parameters without a definition are ignored.
 */
export function createParameterDecoder(
  definitions: readonly ParameterDefinition[],
): (source: ParameterSource) => DecodedParameters {
  const selectPlans = (location: ParameterDefinition["in"]): Plan[] =>
    definitions.filter((definition) => definition.in === location).map(planParameter);
  const path = selectPlans("path");
  const header = selectPlans("header");
  const cookie = selectPlans("cookie");
  const claimedCookies = claimNames(cookie);
  const decodeQuery = createQueryDecoder(selectPlans("query"));
  const querystring = definitions.find((definition) => definition.in === "querystring");
  return (source) => {
    const query = source.query.startsWith("?") ? source.query.slice(1) : source.query;
    const decoded: DecodedParameters = {
      path: decodePaths(path, source.path),
      query: decodeQuery(query),
      header: decodeHeaders(header, source.headers),
      cookie: decodeCookies(cookie, source.headers, claimedCookies),
    };
    return querystring === undefined || query === ""
      ? decoded
      : { ...decoded, querystring: decodeQuerystring(querystring, query) };
  };
}

/**
 * Prepares the decoding of an `application/x-www-form-urlencoded` body: its fields are defined as parameters with `in:
 * "query"`. Fields without a definition are kept as text (repeated ones as arrays of text), so that a validator sees
 * them.
 */
export function createFormDecoder(
  definitions: readonly ParameterDefinition[],
): (text: string) => Record<string, unknown> {
  return createPairsDecoder(definitions.map(planParameter), true);
}

/**
 * Decodes one header of a response or of a multipart part, in `style: simple`. `definition.in` is `header`.
 *
 * @param text the value of the header field; repeated fields are joined with `, `
 */
export function decodeHeader(definition: ParameterDefinition, text: string): unknown {
  return decodeHeaderText(planParameter(definition), text);
}

function createQueryDecoder(plans: readonly Plan[]): (query: string) => Record<string, unknown> {
  return createFlatDecoder(plans) ?? createPairsDecoder(plans, false);
}

function createPairsDecoder(
  plans: readonly Plan[],
  keepOthers: boolean,
): (query: string) => Record<string, unknown> {
  const claimed = claimNames(plans);
  return (query) => {
    const pairs = parsePairs(query, "&", decodeForm);
    const values: Record<string, unknown> = {};
    for (const plan of plans) {
      put(values, plan, decodeQueryValue(plan, pairs, claimed));
    }
    if (keepOthers) {
      keepUnclaimed(plans, pairs, claimed, values);
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
  claimed: ReadonlySet<string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (plans.length > 0) {
    const text = headers.get("cookie") ?? "";
    for (const plan of plans) {
      put(values, plan, decodeQueryValue(plan, splitCookies(plan, text), claimed));
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

/** The names that belong to exactly one parameter. An object with additional properties must not take these. */
function claimNames(plans: readonly Plan[]): ReadonlySet<string> {
  return new Set(
    plans.filter((plan) => !spreads(plan)).flatMap((plan) => [plan.name, `${plan.name}[]`]),
  );
}

function keepUnclaimed(
  plans: readonly Plan[],
  pairs: Pairs,
  claimed: ReadonlySet<string>,
  values: Record<string, unknown>,
): void {
  const deep = plans.filter((plan) => plan.style === "deepObject").map((plan) => `${plan.name}[`);
  for (const [name, texts] of pairs) {
    if (!claimed.has(name) && !deep.some((prefix) => name.startsWith(prefix))) {
      setMember(
        values,
        name,
        texts.length === 1 ? decodeForm(texts[0] ?? "") : texts.map(decodeForm),
      );
    }
  }
}

function decodeQuerystring(definition: ParameterDefinition, query: string): unknown {
  if (/x-www-form-urlencoded/i.test(definition.contentType ?? "")) {
    const { properties = {} } = definition.type ?? {};
    const members = Object.entries(properties).map(
      ([name, type]): ParameterDefinition => ({ name, in: "query", type }),
    );
    return createFormDecoder(members)(query);
  }
  const text = decodeForm(query);
  return planParameter(definition).content === "json" ? parseJsonIfValid(text) : text;
}
