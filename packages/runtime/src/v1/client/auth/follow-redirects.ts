import { addMembers } from "../requests/add-members.ts";
import type { Guard } from "./security.ts";

/** The limit of `fetch` itself (Fetch, section 4.4). */
const maximumRedirects = 20;

/**
 * Follows redirects as `fetch` does, and removes the named headers when a redirect leads to another origin. `fetch`
 * itself removes `Authorization` there, but would pass on an API key such as `x-api-key`. Browsers do not show scripts
 * where a redirect leads, so there every redirect is an error.
 *
 * @throws TypeError, as `fetch` does, for a redirect that cannot be followed
 */
export const withoutHeadersElsewhere: Guard = (names, fetch, built, init) => async (sent) => {
  if (sent.redirect !== "follow") {
    return fetch(sent);
  }
  let next: readonly [input: Request | URL, init: RequestInit] = [sent, { redirect: "manual" }];
  const headers = new Headers(sent.headers);
  let { method } = sent;
  // Middleware may have replaced the request. Its body is then a stream, which can be sent only once.
  let body = sent === built ? init.body : sent.body;
  if (sent === built && !new Headers(init.headers).has("content-type")) {
    // Each `new Request` with a form makes a new boundary, and a content type that names it.
    headers.delete("content-type");
  }
  for (let left = maximumRedirects; ; left--) {
    // A request of the same class, with the extra members that the caller's own `fetch` may read.
    const request = addMembers(new (sent.constructor as typeof Request)(...next), sent);
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
    const to = new URL(location, request.url);
    if (to.origin !== new URL(request.url).origin) {
      for (const name of [...names, "authorization", "proxy-authorization", "cookie"]) {
        headers.delete(name);
      }
    }
    next = [to, { ...init, ...next[1], method, headers, body: body ?? null }];
  }
};
