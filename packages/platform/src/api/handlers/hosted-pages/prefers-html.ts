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

/**
 * True when a browser asks for a page at an address that programs use too. Unlike for hosted pages, a caller without a preference is a
 * program.
 *
 * @param accept the `Accept` header
 */
export function asksForPage(accept: string | null | undefined): boolean {
  return accept?.includes("text/html") === true && prefersHtml(accept);
}
