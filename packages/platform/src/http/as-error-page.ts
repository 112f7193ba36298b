import type { Answer, Call, OperationDefinition } from "@specwright/runtime/v1/server";
import { type ErrorSlug, errorSlugs } from "../errors.ts";
import type { RequestContext } from "../handlers/handler.ts";
import { createErrorPage } from "../handlers/hosted-pages/error-page.ts";
import { pageHeaders } from "../handlers/hosted-pages/page.ts";

/** The operations that a user's browser calls, wherever it was led from. */
export const hosted: ReadonlySet<string> = new Set([
  "openLink",
  "submitLink",
  "completeAuthorization",
]);

/**
 * The errors of the hosted pages are pages where the document has a page for the status and `Accept` admits it, else JSON;
 * everything else is answered as it is. All their answers carry the headers that keep their addresses secret.
 */
export function asErrorPage(
  answer: Answer,
  call: Call<RequestContext>,
  operation: OperationDefinition | undefined,
): Answer {
  if (operation === undefined || !hosted.has(operation.name)) return answer;
  const slug = typeof answer.body === "string" ? slugOf(answer) : undefined;
  const hasPage = operation.responses[String(answer.status)]?.includes("text/html") === true;
  if (slug === undefined || !hasPage || !admitsHtml(call.headers.get("accept"))) {
    return { ...answer, headers: { ...lowerCase(pageHeaders()), ...answer.headers } };
  }
  const page = createErrorPage(slug, call.context.requestId);
  return {
    status: answer.status,
    headers: {
      ...answer.headers,
      ...lowerCase(page.headers),
      "content-type": "text/html;charset=utf-8",
    },
    body: call.method === "HEAD" ? null : page.body,
  };
}

/** The slug of an error as JSON; undefined for every other answer. */
function slugOf({ status, headers, body }: Answer): ErrorSlug | undefined {
  if (status < 400 || headers["content-type"] !== "application/json") return undefined;
  const { error } = JSON.parse(String(body)) as { readonly error?: { readonly slug?: string } };
  return errorSlugs.find((slug) => slug === error?.slug);
}

/** An absent header and ranges that include it admit HTML (RFC 9110, section 12.5.1), unless with a weight of 0. */
function admitsHtml(accept: string | null): boolean {
  if (accept === null || accept.trim() === "") return true;
  return accept
    .split(",")
    .some((range) =>
      /^\s*(?:text\/html|text\/\*|\*\/\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(range),
    );
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
