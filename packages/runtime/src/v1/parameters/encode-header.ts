import { getExplode, getStyle, type ParameterDefinition } from "./definition.ts";
import { ParameterError } from "./parameter-error.ts";
import { encodePercent } from "./percent.ts";
import {
  encodeContent,
  flatten,
  getOwnValue,
  joinUnescaped,
  toPieces,
  toValueText,
} from "./pieces.ts";

/**
 * The header fields of a request, as name and value (`style: simple`).
 *
 * Values are not percent-encoded (OpenAPI 3.2, section 4.12.2.1). Characters beyond ASCII are sent as UTF-8.
 *
 * @throws ParameterError when an item contains a comma, or the value contains a line break
 * @example
 * ```ts
 * import { encodeHeaders } from "@specwright/runtime/v1/parameters";
 *
 * encodeHeaders([{ name: "x-ids", in: "header" }], { "x-ids": [1, 2] }); // => [["x-ids", "1,2"]]
 * ```
 */
export function encodeHeaders(
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): [name: string, text: string][] {
  return definitions.flatMap((definition) =>
    toHeaderFields(definition.name, encodeSimple(definition, getOwnValue(values, definition.name))),
  );
}

/**
 * `encodeHeaders` for parameters whose values are single texts, numbers or booleans.
 *
 * @throws ParameterError for an array or object, or when the value contains a line break
 */
export function encodePrimitiveHeaders(
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): [name: string, text: string][] {
  return definitions.flatMap(({ name }) =>
    toHeaderFields(name, toValueText(name, getOwnValue(values, name))),
  );
}

function toHeaderFields(name: string, text: string | undefined): [name: string, text: string][] {
  if (text === undefined) {
    return [];
  }
  if (/[\r\n\0]/.test(text)) {
    throw new ParameterError(name, "must not contain line breaks");
  }
  return [[name, encodeUtf8Bytes(text)]];
}

function encodeSimple(definition: ParameterDefinition, value: unknown): string | undefined {
  const { name, contentType } = definition;
  if (contentType !== undefined && value !== undefined && value !== null) {
    return encodeContent(contentType, value);
  }
  const pieces = toPieces(name, value);
  if (pieces === undefined || typeof pieces === "string") {
    return pieces;
  }
  const texts = getExplode(definition)
    ? pieces.map(([key, text]) => (key === undefined ? text : `${checkRawKey(name, key)}=${text}`))
    : flatten(pieces);
  return joinUnescaped(name, texts, ",");
}

/** Encodes a string for a header. `fetch` sends one byte for each character, so each UTF-8 byte becomes a character. */
function encodeUtf8Bytes(text: string): string {
  return /[^\0-\x7f]/.test(text)
    ? Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("")
    : text;
}

/**
 * The value of the `cookie` header, undefined when there is nothing to send. Each pair becomes a cookie, separated by
 * `; ` (RFC 6265, section 4.2.1). An exploded array repeats its name as separate cookies, because servers do not split
 * cookies at the `&` of RFC 6570. Style `form` is percent-encoded; OpenAPI 3.2's `cookie` is not. Browsers do not let
 * scripts set this header.
 *
 * @throws ParameterError when the style cannot carry the value
 * @example
 * ```ts
 * import { encodeCookies } from "@specwright/runtime/v1/parameters";
 *
 * encodeCookies([{ name: "theme", in: "cookie" }], { theme: "dark blue" }); // => "theme=dark%20blue"
 * ```
 */
export function encodeCookies(
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const pairs: string[] = [];
  for (const definition of definitions) {
    encodeCookie(definition, getOwnValue(values, definition.name), pairs);
  }
  return pairs.length > 0 ? pairs.join("; ") : undefined;
}

function encodeCookie(definition: ParameterDefinition, value: unknown, pairs: string[]): void {
  const { name, contentType } = definition;
  const raw = getStyle(definition) === "cookie";
  const encode = raw
    ? (text: string): string => checkRawCookie(name, text)
    : (text: string): string => encodePercent(text);
  const pieces =
    contentType === undefined || value === undefined || value === null
      ? toPieces(name, value)
      : encodeContent(contentType, value);
  if (typeof pieces === "string") {
    pairs.push(`${encode(name)}=${encode(pieces)}`);
  } else if (pieces !== undefined && getExplode(definition)) {
    pairs.push(
      ...pieces.map(
        ([key, text]) =>
          `${encode(raw ? checkRawKey(name, key ?? name) : (key ?? name))}=${encode(text)}`,
      ),
    );
  } else if (pieces !== undefined) {
    const texts = flatten(pieces);
    pairs.push(
      `${encode(name)}=${raw ? encode(joinUnescaped(name, texts, ",")) : texts.map((text) => encode(text)).join(",")}`,
    );
  }
}

function checkRawCookie(name: string, text: string): string {
  // Refuses characters that end a cookie or are trimmed at its ends. RFC 6265, section 4.1.1, allows fewer, but servers
  // accept these.
  if (/[^\x21-\x7e]|;/.test(text)) {
    throw new ParameterError(name, "cannot carry spaces, semicolons or characters beyond ASCII");
  }
  return text;
}

/** Checks a key in a style without escapes, where a key ends at the first `=`. */
function checkRawKey(name: string, key: string): string {
  if (key.includes("=")) {
    throw new ParameterError(name, 'cannot carry a key with "="');
  }
  return key;
}
