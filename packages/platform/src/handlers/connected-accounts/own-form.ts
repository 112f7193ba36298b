import { PlatformError } from "../../errors.ts";

/**
 * Refuses a form that another site sent: it could connect a stranger's account without the page having been seen.
 *
 * Browsers say where a request comes from in `Sec-Fetch-Site` (Fetch Metadata). `Origin` alone does not do: our pages
 * send no referrer, and then a form's `Origin` is `null` (Fetch, section 3.2). A caller without either header is not
 * a browser.
 *
 * @throws PlatformError `Auth_OriginNotAllowed`
 */
export function assertOwnForm(request: Request, baseUrl: string): void {
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
