import type { Services } from "../../actions/services.ts";
import { completeGrant, type GrantOutcome } from "../../domain/authorization/complete-grant.ts";
import { type GrantTicket, receiveCallback } from "../../domain/authorization/receive-callback.ts";
import { addOutcome } from "../../domain/connecting/callback-url.ts";
import { inProject } from "../../domain/scope.ts";
import { EgressError } from "../../egress/egress-error.ts";
import { forProject } from "../../egress/for-project.ts";
import { callbackAddress } from "../../oauth/callback-address.ts";
import { TokenError } from "../../oauth/token-answer.ts";
import { exchangeCode } from "../../oauth/token-requests.ts";
import type { HandlerOf } from "../handler.ts";
import { createConnectedPage, createFailedPage } from "../hosted-pages/closing-pages.ts";
import { pageHeaders } from "../hosted-pages/page.ts";
import { readBrowserCookie } from "./browser-cookie.ts";

type Query = Parameters<HandlerOf<"completeAuthorization">>[0]["query"];

type Input = Parameters<HandlerOf<"completeAuthorization">>[0];

/** `GET /toolkits/auth/callback` */
export const completeAuthorization: HandlerOf<"completeAuthorization"> = (input) =>
  complete(input, undefined);

/** `GET /toolkits/auth/callback/{toolkit_slug}` */
export const completeToolkitAuthorization: HandlerOf<"completeToolkitAuthorization"> = (input) =>
  complete(input, input.path.toolkit_slug);

async function complete(
  input: Pick<Input, "context" | "query" | "request">,
  toolkitSlug: string | undefined,
): Promise<Awaited<ReturnType<HandlerOf<"completeAuthorization">>>> {
  const { context, query } = input;
  // Link checkers send HEAD, which must not have effects (RFC 9110, section 9.2.1). GET has one, as OAuth wants it.
  if (input.request.method === "HEAD") {
    return { status: 200, headers: pageHeaders(), body: "" };
  }
  const { services } = context;
  const { platform } = services;
  const ticket = await receiveCallback(platform, {
    state: query.state,
    iss: query.iss,
    address: callbackAddress(platform.baseUrl, toolkitSlug),
    browserToken: readBrowserCookie(input.request.headers.get("cookie"), query.state ?? ""),
  });
  context.found.projectId = ticket.projectId;
  const outcome = await outcomeOf(services, ticket, query);
  const done = await inProject(platform, ticket.projectId, (scope) =>
    completeGrant(scope, ticket, outcome),
  );
  const { status, accountId, callbackUrl } = done;
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
  const record = services.catalog.findToolkit(slug)?.record;
  const toolkit = { name: record?.name ?? slug, logoUrl: record?.meta.logo ?? null };
  const page = status === "success" ? createConnectedPage(toolkit) : createFailedPage(toolkit);
  return { status: 200, ...page };
}

/** Tokens for the code, or why there are none. The ticket admits one token call. */
async function outcomeOf(
  services: Services,
  ticket: GrantTicket,
  { code, error, error_description: description }: Query,
): Promise<GrantOutcome> {
  if (error !== undefined || code === undefined) {
    return failed(error ?? "invalid_request", description);
  }
  try {
    const { client, redirectUri, codeVerifier } = ticket;
    const grant = { code, redirectUri, codeVerifier };
    const egress = forProject(services.egress, ticket.projectId, "tokens");
    return { kind: "granted", tokens: await exchangeCode(egress, client, grant) };
  } catch (failure) {
    if (failure instanceof TokenError) {
      return failed(failure.code, failure.description);
    }
    if (failure instanceof EgressError) {
      services.warn("token endpoint did not answer", {
        toolkit: ticket.client.toolkitSlug,
        reason: failure.reason,
      });
      return failed("temporarily_unavailable", "The application could not be reached.");
    }
    throw failure;
  }
}

function failed(error: string, errorDescription: string | undefined): GrantOutcome {
  return {
    kind: "failed",
    error,
    ...(errorDescription === undefined ? {} : { errorDescription }),
  };
}
