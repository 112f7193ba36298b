import { addMembers } from "../document-client/add-members.ts";
import type { Guard } from "./security.ts";

/** As many as `fetch` itself follows (Fetch, section 4.4). */
const maximumRedirects = 20;

/**
 * Follows redirects as `fetch` does, but without some headers from the first one on that leads to another origin: `fetch`
 * takes away `Authorization` there, and not an API key in a header of its own. Browsers do not show where a redirect
 * leads; there it is an error.
 *
 * @throws TypeError, as `fetch` does, for a redirect that cannot be followed
 */
export const withoutHeadersElsewhere: Guard = (names, fetch, built, init) => async (sent) => {
  if (sent.redirect !== "follow") {
    return fetch(sent);
  }
  let request = remade(sent, sent, { redirect: "manual" });
  const headers = new Headers(sent.headers);
  let { method } = sent;
  // Middleware may have replaced the request by one with another body. That body is sent by now.
  let body = sent === built ? init.body : sent.body;
  if (sent === built && !new Headers(init.headers).has("content-type")) {
    // Each Request of a form makes a boundary, and the content type with it.
    headers.delete("content-type");
  }
  for (let left = maximumRedirects; ; left--) {
    const { url } = request;
    const response = await fetch(request);
    const { status, type } = response;
    const location = response.headers.get("location");
    const isRedirect = location !== null && /30[12378]/.test(`${status}`);
    if (!isRedirect && type !== "opaqueredirect") {
      return response;
    }
    await response.body?.cancel();
    if (status === 303 ? method !== "HEAD" : status < 303 && method === "POST") {
      method = "GET";
      body = null;
      for (const name of ["encoding", "language", "location", "type", "length"]) {
        headers.delete(`content-${name}`);
      }
    }
    if (!isRedirect || left === 0 || body instanceof ReadableStream) {
      throw new TypeError(`The client does not follow a redirect that would carry ${names}`);
    }
    const to = new URL(location, url);
    if (to.origin !== new URL(url).origin) {
      for (const name of [...names, "authorization", "proxy-authorization", "cookie"]) {
        headers.delete(name);
      }
    }
    request = remade(sent, to, {
      ...init,
      method,
      headers,
      body: body ?? null,
      redirect: "manual",
    });
  }
};

/** Another request of the same class, with the members that a `fetch` of the caller's knows. */
function remade(sent: Request, input: Request | URL, init: RequestInit): Request {
  const request = new (sent.constructor as typeof Request)(input, init); // Its own class.
  return addMembers(request, Object.fromEntries(Object.entries(sent)));
}
