import { cookiePairs, decodeHeaderText } from "./decode-header.ts";
import { decodePath } from "./decode-path.ts";
import { decodeQueryValue, type Pairs, parsePairs, spreads } from "./decode-query.ts";
import type { ParameterDefinition } from "./definition.ts";
import { formDecode } from "./percent.ts";
import { type Plan, planOf } from "./plan.ts";
import { jsonText, setMember } from "./typed-text.ts";

/** Where the text of an operation's parameters stands in a request. Nothing is decoded yet. */
export interface ParameterSource {
  /** The text of each `{name}` of the path template, still percent-encoded, by template name. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** The query string of the URL, still percent-encoded, with or without the leading `?`. */
  readonly query: string;
  /** The request's headers; `cookie` is among them. A `Headers` fits. */
  readonly headers: { get(name: string): string | null };
}

/**
 * Decoded values by location and parameter name (header names as the document writes them). An absent parameter is an
 * absent member. `querystring` is there when the operation has such a parameter and the query string is not empty.
 */
export interface DecodedParameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly querystring?: unknown;
}

/**
 * Prepares the decoding of an operation's parameters; call it once an operation, and the result once a request.
 *
 * The result never throws. Text that cannot be typed stays text (`"abc"` for an integer, `"{"` for JSON content), and a
 * parameter that is repeated though it is no array becomes the array of its texts, for the validator to refuse.
 * Malformed percent-encoding stays as it is. An array in the query is also understood as repeated `name=` and as
 * `name[]=`, whatever its style; a `deepObject` also as nested brackets. Integers that a double cannot hold exactly
 * stay text. A comma that is percent-encoded is part of a value, never a delimiter. Query parameters that no definition
 * names are ignored.
 */
export function createParameterDecoder(
  definitions: readonly ParameterDefinition[],
): (source: ParameterSource) => DecodedParameters {
  const at = (location: ParameterDefinition["in"]): Plan[] =>
    definitions.filter((definition) => definition.in === location).map(planOf);
  const path = at("path");
  const header = at("header");
  const decodeQuery = createQueryDecoder(at("query"));
  const cookie = at("cookie");
  const claimedCookies = claimedNames(cookie);
  const querystring = definitions.find((definition) => definition.in === "querystring");
  return (source) => {
    const query = source.query.startsWith("?") ? source.query.slice(1) : source.query;
    const cookies = cookie.length > 0 ? (source.headers.get("cookie") ?? "") : "";
    return {
      path: collect(path, (plan) => {
        const text = Object.hasOwn(source.path, plan.name) ? source.path[plan.name] : undefined;
        return text === undefined ? undefined : decodePath(plan, text);
      }),
      query: decodeQuery(query),
      header: collect(header, (plan) => {
        const text = source.headers.get(plan.name);
        return text === null ? undefined : decodeHeaderText(plan, text);
      }),
      cookie: collect(cookie, (plan) =>
        decodeQueryValue(plan, cookiePairs(plan, cookies), claimedCookies),
      ),
      ...(querystring !== undefined &&
        query !== "" && { querystring: decodeQuerystring(querystring, query) }),
    };
  };
}

/**
 * Prepares the decoding of an `application/x-www-form-urlencoded` body: the same as parameters in the query, given as
 * definitions with `in: "query"`. Names that no definition names are kept as text (repeated ones as arrays of text), so
 * that a validator sees them.
 */
export function createFormDecoder(
  definitions: readonly ParameterDefinition[],
): (text: string) => Record<string, unknown> {
  return createQueryDecoder(definitions.map(planOf), true);
}

/**
 * Decodes one header of a response or of a multipart part: `style: simple`. `definition.in` is `header`.
 *
 * @param text the value of the header field; several fields joined with `, `
 */
export function decodeHeader(definition: ParameterDefinition, text: string): unknown {
  return decodeHeaderText(planOf(definition), text);
}

function createQueryDecoder(
  plans: readonly Plan[],
  keepOthers = false,
): (query: string) => Record<string, unknown> {
  const claimed = claimedNames(plans);
  return (query) => {
    const pairs = plans.length > 0 || keepOthers ? parsePairs(query, "&", formDecode) : new Map();
    const values = collect(plans, (plan) => decodeQueryValue(plan, pairs, claimed));
    if (keepOthers) {
      keepUnclaimed(plans, pairs, claimed, values);
    }
    return values;
  };
}

/** The names that belong to one parameter, so that an object with additional properties does not take them too. */
function claimedNames(plans: readonly Plan[]): ReadonlySet<string> {
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
        texts.length === 1 ? formDecode(texts[0] ?? "") : texts.map(formDecode),
      );
    }
  }
}

function collect(plans: readonly Plan[], decode: (plan: Plan) => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const plan of plans) {
    const value = decode(plan);
    if (value !== undefined) {
      setMember(values, plan.name, value);
    }
  }
  return values;
}

function decodeQuerystring(definition: ParameterDefinition, query: string): unknown {
  if (/x-www-form-urlencoded/i.test(definition.contentType ?? "")) {
    const { properties = {} } = definition.type ?? {};
    const members = Object.entries(properties).map(
      ([name, type]): ParameterDefinition => ({ name, in: "query", type }),
    );
    return createFormDecoder(members)(query);
  }
  const text = formDecode(query);
  return planOf(definition).content === "json" ? jsonText(text) : text;
}
