import { PlatformError } from "../../../base/errors.ts";

/**
 * Refuses a form that another site submitted. Such a form could connect a stranger's account although the user has
 * not seen the page.
 *
 * Browsers name the sender in `Sec-Fetch-Site` (Fetch Metadata). `Origin` alone is not enough: our pages send no
 * referrer, and the `Origin` of their form is then `null` (Fetch, section 3.2). A caller without either header is not
 * a browser.
 *
 * @throws PlatformError `Auth_OriginNotAllowed`
 */
export function assertOwnForm(request: Pick<Request, "headers">, baseUrl: string): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isOwn =
    site === null
      ? origin === null || origin === new URL(baseUrl).origin
      : site === "same-origin" || site === "none";
  if (!isOwn) {
    throw new PlatformError("Auth_OriginNotAllowed");
  }
}
