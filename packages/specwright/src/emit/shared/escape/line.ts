import { unseen } from "../../../text/unseen.ts";

/**
 * Makes text fit on one line of a format in which a value ends with its line, such as `.env`, `.ini` or Bruno's files. Line
 * breaks, controls and invisible characters become single spaces, and halves of characters become replacement characters.
 * The format may give other characters a meaning at the beginning of a value.
 *
 * @example
 * ```ts
 * import { escapeLine } from "specwright/target";
 *
 * escapeLine("two\nlines"); // => "two lines"
 * ```
 */
export function escapeLine(text: string): string {
  return text.toWellFormed().replace(notPrinted, " ").replace(/ +/g, " ").trim();
}

const notPrinted = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}]|${unseen}`, "gu");
