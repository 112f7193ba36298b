import type { Answer, Call, OperationDefinition } from "@specwright/runtime/v1/server";
import { errorSlugs } from "../../../base/error-slugs.ts";
import type { ErrorSlug } from "../../../base/errors.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { createErrorPage } from "../../handlers/hosted-pages/error-page.ts";
import { createLostPage } from "../../handlers/hosted-pages/lost-page.ts";
import { createPageHeaders } from "../../handlers/hosted-pages/page.ts";
import { asksForPage, prefersHtml } from "../../handlers/hosted-pages/prefers-html.ts";

/** The operations that a user's browser calls, following a link from any site. */
export const hosted: ReadonlySet<string> = new Set([
  "openLink",
  "submitLink",
  "completeAuthorization",
  "completeToolkitAuthorization",
  "completeImportedAuthorization",
]);

/** The paths of these operations, and the paths of truncated links, for which the router finds no operation. */
const hostedPath = /^\/(?:link(?:\/.*)?|api\/v3\/toolkits\/auth\/callback(?:\/[^/]+){0,2})$/;

/**
 * Turns the errors of hosted pages into pages when `Accept` prefers HTML or has no preference; otherwise they stay
 * JSON. It applies to the operations for which the document says so, and to paths of hosted pages without an
 * operation. All other responses stay as they are. Every response at these paths gets headers that keep its address
 * secret.
 */
export function answerWithErrorPage(
  answer: Answer,
  call: Call<RequestContext>,
  operation: OperationDefinition | undefined,
): Answer {
  const isHosted =
    operation === undefined ? hostedPath.test(call.path) : hosted.has(operation.name);
  if (!isHosted) {
    return operation === undefined ? answerWithLostPage(answer, call) : answer;
  }
  const slug = typeof answer.body === "string" ? readErrorSlug(answer) : undefined;
  const hasPage =
    operation === undefined ||
    operation.responses[String(answer.status)]?.includes("text/html") === true;
  if (slug === undefined || !hasPage || !prefersHtml(call.headers.get("accept"))) {
    return { ...answer, headers: { ...lowerCase(createPageHeaders()), ...answer.headers } };
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

/** An address that does not exist is a page with a way back for browsers, and JSON for programs. */
function answerWithLostPage(answer: Answer, call: Call<RequestContext>): Answer {
  const isRead = call.method === "GET" || call.method === "HEAD";
  if (answer.status !== 404 || !isRead || !asksForPage(call.headers.get("accept"))) {
    return answer;
  }
  const page = createLostPage(call.context.requestId);
  return {
    status: 404,
    headers: {
      ...answer.headers,
      ...lowerCase(page.headers),
      "content-type": "text/html;charset=utf-8",
    },
    body: call.method === "HEAD" ? null : page.body,
  };
}

/** The slug of a JSON error; undefined for every other response. */
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
