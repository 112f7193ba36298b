import { unseen } from "../../text/unseen.ts";

/** Text without control characters (except white space), invisible characters and lone surrogates. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(invisible, "");
}

const invisible = new RegExp(`[\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]|${unseen}`, "gu");
