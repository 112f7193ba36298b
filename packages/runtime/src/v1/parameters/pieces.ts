import { ParameterError } from "./parameter-error.ts";

/** One piece of a value: an item of an array (no key) or a property of an object, as text that is not encoded yet. */
export type Piece = readonly [key: string | undefined, text: string];

/**
 * The text of a primitive value. `null` and `undefined` are not sent (undefined values in RFC 6570, section 2.3).
 *
 * @throws ParameterError for an array or object, because styles cannot carry one inside another
 */
export function toValueText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (typeof value === "object" || typeof value === "function" || typeof value === "symbol") {
    throw new ParameterError(name, "cannot carry nested arrays or objects");
  }
  return String(value);
}

/**
 * The text of a value, or its pieces when it is an array or an object. Undefined when nothing is sent; this includes an
 * array or object without defined members (RFC 6570, section 2.3).
 *
 * @throws ParameterError when an item or property is itself an array or object
 */
export function toPieces(name: string, value: unknown): string | readonly Piece[] | undefined {
  if (typeof value !== "object" || value === null || value instanceof Date) {
    return toValueText(name, value);
  }
  const isArray = Array.isArray(value);
  const pieces: Piece[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = toValueText(name, member);
    if (text !== undefined) {
      pieces.push([isArray ? undefined : key, text]);
    }
  }
  return pieces.length > 0 ? pieces : undefined;
}

/**
 * Joins texts by a delimiter that cannot be escaped in them.
 *
 * @throws ParameterError when a string contains the delimiter
 */
export function joinUnescaped(name: string, texts: readonly string[], delimiter: string): string {
  for (const text of texts) {
    if (text.includes(delimiter)) {
      throw new ParameterError(
        name,
        `has a style that separates values by "${delimiter}" and cannot carry one with it`,
      );
    }
  }
  return texts.join(delimiter);
}

/** Keys and texts in one list (`R,100,G,200`), for styles that do not explode. */
export function flatten(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** The text of a parameter with `content`: JSON for JSON media types, else the text itself. */
export function encodeContent(contentType: string, value: unknown): string {
  return isJson(contentType) || (typeof value === "object" && !(value instanceof Date))
    ? JSON.stringify(value)
    : String(toValueText("", value));
}

/**
 * Returns whether a media type is JSON: `application/json`, `text/json` or any `+json` (RFC 6839, section 3.1), with or
 * without parameters.
 */
export function isJson(mediaType: string): boolean {
  return /[/+]json\s*(?:;|$)/i.test(mediaType);
}

/** The value of an own member. A name in the document may be one that every object inherits, such as `constructor`. */
export function getOwnValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
