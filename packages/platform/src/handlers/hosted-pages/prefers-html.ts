import { negotiate } from "@specwright/runtime/v1/server";

/**
 * True when an error of a hosted page is answered as a page. Browsers prefer HTML, and a caller without a preference
 * may be a browser.
 *
 * @param accept the `Accept` header
 */
export function prefersHtml(accept: string | null): boolean {
  return negotiate(accept, ["text/html", "application/json"]) === "text/html";
}
