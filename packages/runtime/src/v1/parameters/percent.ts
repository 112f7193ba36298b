/**
 * Percent-encodes everything but RFC 3986's unreserved characters, as RFC 6570 section 3.2.1 wants; lone surrogates
 * become U+FFFD.
 */
export function percentEncode(text: string): string {
  // The sub-delims that encodeURIComponent leaves alone; every code is two digits.
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${toPercentHex(character)}`,
  );
}

/**
 * The same for `allowReserved`: reserved characters and percent-encoded triplets stand as they are (RFC 6570, section 3.2.3),
 * except those that a query string cannot hold (`[`, `]`, `#`) or that end or change a pair (`&`, `+`).
 */
export function percentEncodeOthers(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%(?:3A|2F|3F|40|24|2C|3B|3D)/g, decodeURIComponent)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

function toPercentHex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}

/** Undoes percent-encoding; text that is malformed or not UTF-8 stays as it is. Never throws. */
export function percentDecode(text: string): string {
  if (!text.includes("%")) {
    return text;
  }
  try {
    return decodeURIComponent(text);
  } catch {
    // Malformed triplets are the sender's mistake: the validator sees the text and refuses it where it matters.
    return text;
  }
}

/** As `percentDecode`, and `+` is a space, as forms and `URLSearchParams` write it. */
export function formDecode(text: string): string {
  return percentDecode(text.includes("+") ? text.replaceAll("+", " ") : text);
}
