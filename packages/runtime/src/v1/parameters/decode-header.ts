import { type Pairs, parsePairs, spreads } from "./decode-query.ts";
import { decodeText } from "./decode-text.ts";
import type { Plan } from "./plan.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value of a header (`simple`). */
export function decodeHeaderText(plan: Plan, text: string): unknown {
  return decodeText(plan, fromUtf8Bytes(text));
}

/** `fetch` and node:http give header values as bytes, one a character: UTF-8 if it is that, else Latin-1. */
export function fromUtf8Bytes(text: string): string {
  // Characters over U+00FF cannot come from bytes: then a caller has decoded already.
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) {
    return text;
  }
  try {
    return utf8.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    // Not UTF-8: Latin-1 it is, as HTTP/1.1 once had it.
    return text;
  }
}

/**
 * The cookies of a request for one parameter. An exploded array or object is also understood when its parts are joined
 * by `&`, as RFC 6570 section 3.2.8 would write them.
 */
export function cookiePairs(plan: Plan, header: string): Pairs {
  const list = plan.style === "form" && plan.explode && (plan.array || spreads(plan));
  return parsePairs(header, list ? /; *|&/ : /; */, plan.decode);
}
