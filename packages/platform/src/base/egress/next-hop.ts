import type { EgressBody } from "./egress-request.ts";

/** The request to one address. A call with two redirects has three hops. */
export interface Hop {
  readonly method: string;
  readonly headers: Headers;
  readonly body: EgressBody | null;
}

/**
 * Returns the request that follows a redirect (Fetch, section 4.4); undefined for a response that is not a redirect.
 * 303 becomes GET, and so does POST with 301 and 302. Another origin receives only headers that reveal nothing about
 * the caller.
 */
export function followRedirect(
  response: { readonly status: number; readonly headers: Headers },
  from: URL,
  hop: Hop,
): { readonly url: URL; readonly hop: Hop } | undefined {
  const location = response.headers.get("location");
  const { status } = response;
  if (location === null || ![301, 302, 303, 307, 308].includes(status)) {
    return undefined;
  }
  if (!URL.canParse(location, from.href)) {
    return undefined;
  }
  const url = new URL(location, from);
  const becomesGet =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const kept = [...hop.headers].filter(
    ([name]) =>
      (url.origin === from.origin || neutral.has(name)) &&
      !(becomesGet && name.startsWith("content-")),
  );
  return {
    url,
    hop: {
      method: becomesGet ? "GET" : hop.method,
      headers: new Headers(kept),
      body: becomesGet ? null : hop.body,
    },
  };
}

/** Headers that reveal nothing about the caller. Any other header may hold credentials. */
const neutral: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "content-type",
  "user-agent",
]);
