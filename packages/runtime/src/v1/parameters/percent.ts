/**
 * Percent-encodes every character except the unreserved ones of RFC 3986, as RFC 6570, section 3.2.1, requires. Lone
 * surrogates become U+FFFD.
 */
export function encodePercent(text: string): string {
  // `encodeURIComponent` leaves these reserved characters unencoded. The code of each has two digits.
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${toPercentHex(character)}`,
  );
}

/**
 * `encodePercent` for `allowReserved`: reserved characters and triplets such as `%20` stay as they are (RFC 6570,
 * section 3.2.3). It still encodes the characters that a query string cannot contain (`[`, `]`, `#`) and the ones that
 * end or change a pair (`&`, `+`).
 */
export function encodePercentOthers(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%(?:3A|2F|3F|40|24|2C|3B|3D)/g, decodeURIComponent)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

function toPercentHex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}

/** Decodes percent-encoding. Text that is malformed or not UTF-8 is returned unchanged. Never throws. */
export function decodePercentEncoding(text: string): string {
  if (!text.includes("%")) {
    return text;
  }
  try {
    return decodeURIComponent(text);
  } catch {
    // The sender made a mistake. The validator gets the unchanged text and can refuse it.
    return text;
  }
}

/** Like `decodePercentEncoding`, but `+` becomes a space, as in forms and `URLSearchParams`. */
export function decodeForm(text: string): string {
  return decodePercentEncoding(text.includes("+") ? text.replaceAll("+", " ") : text);
}
