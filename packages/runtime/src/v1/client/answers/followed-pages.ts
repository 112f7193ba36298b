import type { ApiPromise, ApiResponse } from "../api-promise.ts";
import type { CallInput, FollowedCall } from "../operation.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { findNextValue, type PaginationDefinition, readPageItems, withoutKey } from "./pages.ts";

/** An operation whose calls can be sent to a URL of an answer. */
export type FollowableOperation = (
  transport: Transport,
  input: CallInput,
  options?: CallOptions & FollowedCall,
) => ApiPromise<unknown>;

/**
 * Every page of a list whose answers have the URL of the next page: in the body where `next` says, otherwise in the
 * `Link` header. The first request is made from the input; each further one has the same method, headers and body, and
 * the URL as it was received. The list ends at an answer without such a URL.
 *
 * @throws what the operation throws; Error when a URL leads to another origin than the one that the operation is called
 * at, which must not get its credentials, and when an answer's next URL is the URL of its own request
 */
export async function* followedPages(
  operation: FollowableOperation,
  definition: PaginationDefinition,
  transport: Transport,
  input: CallInput = {},
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let url: string | undefined;
  let rest = input;
  for (;;) {
    const answer = await operation(transport, rest, withUrl(options, url)).withResponse();
    yield answer.body;
    rest = withoutKey(input, definition);
    const next = findNextUrl(answer, definition);
    if (next === undefined) {
      return;
    }
    if (next === url) {
      throw new Error(`The list returned the same URL twice: ${next}`);
    }
    url = next;
  }
}

/**
 * Every item of such a list, page by page. A page that has no list, or null, has no items.
 *
 * @throws what `followedPages` throws; TypeError when a page has another value in the place of its list
 */
export async function* followedItems(
  operation: FollowableOperation,
  definition: PaginationDefinition,
  transport: Transport,
  input?: CallInput,
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  for await (const page of followedPages(operation, definition, transport, input, options)) {
    yield* readPageItems(page, definition);
  }
}

/** The URL of the page after an answer, which may be relative. Undefined after the last page. */
export function findNextUrl(
  { body, headers, response }: Pick<ApiResponse<unknown>, "body" | "headers" | "response">,
  definition: PaginationDefinition,
): string | undefined {
  if (definition.next !== undefined) {
    const next = findNextValue(body, definition);
    return next === undefined ? undefined : String(next);
  }
  const link = findNextLink(headers.get("link") ?? "");
  // A relative URL of a header starts at the URL of its answer. A `fetch` of the caller may not say which that is.
  return link && response.url ? new URL(link, response.url).href : link;
}

/** The options of a call that is sent to a URL of an answer. */
export function withUrl(
  options: CallOptions | undefined,
  url: string | undefined,
): (CallOptions & FollowedCall) | undefined {
  return url === undefined ? options : { ...options, target: (own) => resolveNext(url, own) };
}

/** @throws Error for a URL of another origin. */
function resolveNext(url: string, own: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } }; // Not in Node.
  const base = new URL(own, location?.href);
  const next = new URL(url, base);
  if (next.origin !== base.origin) {
    throw new Error(
      `The next page is at ${next.origin}, and this one at ${base.origin}. Requests with credentials do not follow URLs to other origins; if both are the same service, set \`baseUrl\` to the other one.`,
    );
  }
  return next.href;
}

/**
 * The target of the first link with the relation `next` (RFC 8288, section 3). Texts in quotes are skipped, because they
 * may have commas and brackets.
 */
function findNextLink(header: string): string | undefined {
  let url: string | undefined;
  for (const [token, target, quoted, word] of header.matchAll(
    /<([^>]*)>?|;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))|"(?:[^"\\]|\\.)*"?/gi,
  )) {
    if (target !== undefined) {
      url = target;
    } else if (token.startsWith(";")) {
      const relations = (quoted ?? word ?? "").toLowerCase().split(/\s+/);
      if (url !== undefined && relations.includes("next")) {
        return url;
      }
      // Only the first `rel` of a link counts.
      url = undefined;
    }
  }
  return undefined;
}
