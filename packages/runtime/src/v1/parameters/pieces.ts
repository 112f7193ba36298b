import { ParameterError } from "./parameter-error.ts";

/** One piece of a value: an item of an array (no key) or a property of an object, as text that is not encoded yet. */
export type Piece = readonly [key: string | undefined, text: string];

/**
 * The text of a primitive. `null` and `undefined` are undefined values of RFC 6570, section 2.3: they are not sent.
 *
 * @throws ParameterError for an array or object, which no style can carry inside another
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
 * A value as text, or as its pieces when it is an array or an object; undefined when there is nothing to send: an array
 * or object without a defined member is itself undefined (RFC 6570, section 2.3).
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
 * Joins pieces by a delimiter that their text cannot be distinguished from, for styles without an escape.
 *
 * @throws ParameterError when a piece contains the delimiter
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

/** Keys and texts in one list, as styles that do not explode write an object. */
export function flatten(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** JSON for JSON media types, else the text itself: the value of a parameter with `content`. */
export function contentText(contentType: string, value: unknown): string {
  return isJson(contentType) || (typeof value === "object" && !(value instanceof Date))
    ? JSON.stringify(value)
    : String(toValueText("", value));
}

/** `application/json`, `text/json` and every `+json` (RFC 6839, section 3.1), with or without parameters. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\s*(?:;|$)/i.test(mediaType);
}

/** The value under a name of the document, which may be `constructor` or another name that every object inherits. */
export function ownValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
