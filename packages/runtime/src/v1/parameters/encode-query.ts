import { getExplode, getStyle, type ParameterDefinition } from "./definition.ts";
import { ParameterError } from "./parameter-error.ts";
import { encodePercent, encodePercentOthers } from "./percent.ts";
import {
  encodeContent,
  flatten,
  getOwnValue,
  joinUnescaped,
  type Piece,
  toPieces,
  toValueText,
} from "./pieces.ts";

/**
 * The query string of a request, without `?`, in the order of the definitions. Empty when no parameter is sent. It
 * knows the styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`, `content`, and OpenAPI 3.2's
 * `querystring`.
 *
 * `null`, `undefined`, empty arrays and empty objects are not sent (RFC 6570, section 2.3). Spaces are `%20`, `|` is
 * `%7C`, brackets are `%5B` and `%5D` (RFC 3986, section 3.4). `deepObject` writes nested values with nested brackets.
 * The function also encodes `application/x-www-form-urlencoded` bodies.
 *
 * @throws ParameterError when the style cannot carry the value
 * @example
 * ```ts
 * import { encodeQuery } from "@specwright/runtime/v1/parameters";
 *
 * encodeQuery([{ name: "id", in: "query" }], { id: [1, 2] }); // => "id=1&id=2"
 * encodeQuery([{ name: "id", in: "query", explode: false }], { id: [1, 2] }); // => "id=1,2"
 * ```
 */
export function encodeQuery(
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): string {
  const pairs: string[] = [];
  for (const definition of definitions) {
    const value = getOwnValue(values, definition.name);
    if (value !== undefined && value !== null) {
      encodeQueryValue(definition, value, pairs);
    }
  }
  return pairs.join("&");
}

/**
 * `encodeQuery` for parameters in style `form` whose values are single texts, numbers or booleans.
 *
 * @throws TypeError for an array or object
 */
export function encodePrimitiveQuery(
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): string {
  return definitions
    .flatMap(({ name }) => {
      const text = toValueText(name, getOwnValue(values, name));
      return text === undefined ? [] : `${encodePercent(name)}=${encodePercent(text)}`;
    })
    .join("&");
}

function encodeQueryValue(definition: ParameterDefinition, value: unknown, pairs: string[]): void {
  const { name, contentType } = definition;
  const style = getStyle(definition);
  const encode = chooseQueryEncoder(definition);
  const appendPair = (key: string, text: string): void => {
    pairs.push(`${encodePercent(key)}=${encode(text)}`);
  };
  if (definition.in === "querystring") {
    pairs.push(encodeQuerystring(contentType ?? "", value));
  } else if (contentType !== undefined) {
    appendPair(name, encodeContent(contentType, value));
  } else if (style === "deepObject" && typeof value === "object") {
    encodeDeep(name, value, appendPair);
  } else {
    const pieces = toPieces(name, value);
    if (typeof pieces === "string") {
      appendPair(name, pieces);
    } else if (pieces !== undefined && getExplode(definition)) {
      for (const [key, text] of pieces) {
        appendPair(key ?? name, text);
      }
    } else if (definition.splitEncoded && pieces?.some(([, text]) => text.includes(","))) {
      // In a joined list, a server with `splitEncoded` would split at the commas inside items.
      for (const [, text] of pieces) {
        appendPair(`${name}[]`, text);
      }
    } else if (pieces !== undefined) {
      pairs.push(`${encodePercent(name)}=${encodeList(definition, pieces)}`);
    }
  }
}

function encodeList(definition: ParameterDefinition, pieces: readonly Piece[]): string {
  const texts = flatten(pieces);
  const encode = chooseQueryEncoder(definition);
  const delimiter = { spaceDelimited: " ", pipeDelimited: "|" }[getStyle(definition) as string];
  return delimiter === undefined
    ? texts.map((text) => encode(text).replaceAll(",", "%2C")).join(",")
    : encode(joinUnescaped(definition.name, texts, delimiter));
}

/** The encoder of the texts of a query. */
export function chooseQueryEncoder({
  allowReserved,
}: ParameterDefinition): (text: string) => string {
  return allowReserved ? encodePercentOthers : encodePercent;
}

/** Writes an object as `name[key]=text`. An array inside repeats its name. OpenAPI does not define nested values. */
function encodeDeep(name: string, value: unknown, pair: (key: string, text: string) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      encodeDeep(name, toValueText(name, item), pair);
    }
  } else if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    for (const [key, member] of Object.entries(value)) {
      if (key.includes("][")) {
        throw new ParameterError(name, 'cannot carry a key with "]["');
      }
      encodeDeep(`${name}[${key}]`, member, pair);
    }
  } else {
    const text = toValueText(name, value);
    if (text !== undefined) {
      pair(name, text);
    }
  }
}

function encodeQuerystring(contentType: string, value: unknown): string {
  return /x-www-form-urlencoded/i.test(contentType) && typeof value === "object" && value !== null
    ? encodeQuery(
        Object.keys(value).map((name) => ({ name, in: "query" })),
        value as Record<string, unknown>, // An object that is not null.
      )
    : encodePercent(encodeContent(contentType, value));
}
