import type { Call } from "../call.ts";

/** The message about percent-encoding that cannot be decoded. */
const encodingMessage = "not valid percent-encoding of UTF-8";

/**
 * The lines of an `invalid-request` failure for a path or a query whose percent-encoding cannot be decoded, such as
 * `%zz` or `%E9`. If it were passed on unchanged, the next program could decode it to another value.
 */
export function findEncodingErrors({ path, query }: Call): readonly string[] {
  return [...describeBadEscapes("path", path), ...describeBadEscapes("query", query)];
}

/** `findEncodingErrors` for the text of a form. */
export function findFormErrors(text: string): readonly string[] {
  return describeBadEscapes("body", text);
}

function describeBadEscapes(place: string, text: string): readonly string[] {
  return isWellEncoded(text) ? [] : [`${place}: ${encodingMessage}`];
}

function isWellEncoded(text: string): boolean {
  if (!text.includes("%")) {
    return true;
  }
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
