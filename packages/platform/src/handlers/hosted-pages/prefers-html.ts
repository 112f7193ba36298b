import { negotiate } from "@specwright/runtime/v1/server";

/**
 * True when an error of a hosted page is answered as a page: a browser prefers HTML, and a caller without a preference may be one.
 *
 * @param accept the header of that name
 */
export function prefersHtml(accept: string | null): boolean {
  return negotiate(accept, ["text/html", "application/json"]) === "text/html";
}
