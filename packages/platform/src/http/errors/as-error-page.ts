import type { Answer, Call, OperationDefinition } from "@specwright/runtime/v1/server";
import { errorSlugs } from "../../error-slugs.ts";
import type { ErrorSlug } from "../../errors.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { createErrorPage } from "../../handlers/hosted-pages/error-page.ts";
import { pageHeaders } from "../../handlers/hosted-pages/page.ts";
import { prefersHtml } from "../../handlers/hosted-pages/prefers-html.ts";

/** The operations that a user's browser calls, wherever it was led from. */
export const hosted: ReadonlySet<string> = new Set([
  "openLink",
  "submitLink",
  "completeAuthorization",
  "completeToolkitAuthorization",
]);

/** The paths of these operations, and paths of a link that was cut off: for those the router finds no operation. */
const hostedPath = /^\/(?:link(?:\/.*)?|api\/v3\/toolkits\/auth\/callback(?:\/[^/]+)?)$/;

/**
 * The errors of the hosted pages are pages where `Accept` prefers HTML or does not care, else JSON: those that the document says so of, and
 * what has no operation at their paths. Everything else is answered as it is. All their answers carry the headers that
 * keep their addresses secret.
 */
export function asErrorPage(
  answer: Answer,
  call: Call<RequestContext>,
  operation: OperationDefinition | undefined,
): Answer {
  const isHosted =
    operation === undefined ? hostedPath.test(call.path) : hosted.has(operation.name);
  if (!isHosted) {
    return answer;
  }
  const slug = typeof answer.body === "string" ? readErrorSlug(answer) : undefined;
  const hasPage =
    operation === undefined ||
    operation.responses[String(answer.status)]?.includes("text/html") === true;
  if (slug === undefined || !hasPage || !prefersHtml(call.headers.get("accept"))) {
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
function readErrorSlug({ status, headers, body }: Answer): ErrorSlug | undefined {
  if (status < 400 || headers["content-type"] !== "application/json") {
    return undefined;
  }
  const { error } = JSON.parse(String(body)) as { readonly error?: { readonly slug?: string } };
  return errorSlugs.find((slug) => slug === error?.slug);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
