import { unseen } from "./unseen.ts";

/** Text without control characters (except white space), invisible characters and lone surrogates. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(invisible, "");
}

/** The same on one line, without spaces at its ends. "Next line" (U+0085) is a line break too, but `\s` does not match it. */
export function toOneLine(text: string): string {
  return withoutInvisible(text)
    .replace(/[\s\u0085]+/g, " ")
    .trim();
}

const invisible = new RegExp(`[\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]|${unseen}`, "gu");
