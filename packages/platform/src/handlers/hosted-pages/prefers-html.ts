import { negotiate } from "@specwright/runtime/v1/server";

/**
 * Whether an error of a hosted page is to be a page: a browser prefers HTML, and whoever makes no difference may be one.
 *
 * @param accept the header of that name
 */
export function prefersHtml(accept: string | null): boolean {
  return negotiate(accept, ["text/html", "application/json"]) === "text/html";
}
