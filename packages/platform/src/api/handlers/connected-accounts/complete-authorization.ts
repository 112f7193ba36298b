import { completeAuthorization as complete } from "../../../actions/connected-accounts/complete-authorization.ts";
import {
  buildCallbackAddress,
  type CallbackOwner,
} from "../../../applications/oauth/callback-address.ts";
import { receiveCallback } from "../../../domain/accounts/authorization/receive-callback.ts";
import { addOutcome } from "../../../domain/accounts/connecting/callback-url.ts";
import type { HandlerOf } from "../handler.ts";
import { createClosingPage } from "../hosted-pages/closing-page.ts";
import { createPageHeaders } from "../hosted-pages/page.ts";
import { readBrowserCookie } from "./browser-cookie.ts";

type Input = Parameters<HandlerOf<"completeAuthorization">>[0];
type Output = Awaited<ReturnType<HandlerOf<"completeAuthorization">>>;

/** `GET /toolkits/auth/callback` */
export const completeAuthorization: HandlerOf<"completeAuthorization"> = (input) =>
  receive(input, undefined);

/** `GET /toolkits/auth/callback/{toolkit_slug}` */
export const completeToolkitAuthorization: HandlerOf<"completeToolkitAuthorization"> = (input) =>
  receive(input, { toolkitSlug: input.path.toolkit_slug });

/** `GET /toolkits/auth/callback/{project_id}/{toolkit_slug}` */
export const completeImportedAuthorization: HandlerOf<"completeImportedAuthorization"> = (input) =>
  receive(input, { projectId: input.path.project_id, toolkitSlug: input.path.toolkit_slug });

async function receive(
  { context, query, request }: Pick<Input, "context" | "query" | "request">,
  owner: CallbackOwner | undefined,
): Promise<Output> {
  // Link checkers send HEAD, which must not have effects (RFC 9110, section 9.2.1). GET completes the connection,
  // because OAuth redirects with GET.
  if (request.method === "HEAD") {
    return { status: 200, headers: createPageHeaders(), body: "" };
  }
  const { services } = context;
  const { code, error, error_description: errorDescription, iss, state } = query;
  const ticket = await receiveCallback(services.platform, {
    state,
    iss,
    address: buildCallbackAddress(services.platform.baseUrl, owner),
    browserToken: readBrowserCookie(request.headers.get("cookie"), state ?? ""),
  });
  context.found.projectId = ticket.projectId;
  const answer = { code, error, errorDescription };
  const { status, accountId, callbackUrl } = await complete(services, ticket, answer);
  if (callbackUrl !== null) {
    return {
      status: 303,
      headers: {
        Location: addOutcome(callbackUrl, { status, accountId }),
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
      },
    };
  }
  const { toolkitSlug: slug } = ticket.client;
  const catalog = await services.catalogs.open({ projectId: ticket.projectId });
  const record = catalog.findToolkit(slug)?.record;
  const toolkit = { name: record?.name ?? slug, logoUrl: record?.meta.logo ?? null };
  return { status: 200, ...createClosingPage(status, toolkit) };
}
