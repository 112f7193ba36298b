import { type Pairs, parsePairs, spreads } from "./decode-query.ts";
import { decodeText } from "./decode-text.ts";
import type { Plan, TextPlan } from "./plan.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value of a header (`simple`). */
export function decodeHeaderText(plan: TextPlan, text: string): unknown {
  return decodeText(plan, fromUtf8Bytes(text));
}

/**
 * Decodes a header value, in which `fetch` and node:http give one character for each byte. The bytes are read as UTF-8
 * if valid, else as Latin-1.
 */
export function fromUtf8Bytes(text: string): string {
  // Characters above U+00FF are not bytes, so the caller has decoded the text already.
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) {
    return text;
  }
  try {
    return utf8.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    // Not UTF-8, so it is Latin-1, the encoding of early HTTP/1.1.
    return text;
  }
}

/**
 * The cookies of a request, as one parameter reads them. For an exploded array or object, `&` also separates, as in RFC
 * 6570, section 3.2.8.
 */
export function splitCookies(plan: Plan, header: string): Pairs {
  const list = plan.style === "form" && plan.explode && (plan.array || spreads(plan));
  return parsePairs(header, list ? /; *|&/ : /; */, plan.decode);
}
