import {
  type SubmittedLink,
  submitLink as submit,
} from "../../../actions/connected-accounts/submit-link.ts";
import { addOutcome } from "../../../domain/accounts/connecting/callback-url.ts";
import { getLinkPage } from "../../../domain/accounts/connecting/link-page.ts";
import { locateLink } from "../../../domain/accounts/connecting/links.ts";
import { runInProject } from "../../../domain/scope.ts";
import type { HandlerOf } from "../handler.ts";
import { createClosingPage } from "../hosted-pages/closing-page.ts";
import { isFormError, toFormProblems } from "../hosted-pages/form-problems.ts";
import { createLinkPage } from "../hosted-pages/link-page.ts";
import { prefersHtml } from "../hosted-pages/prefers-html.ts";
import { buildBrowserCookie } from "./browser-cookie.ts";
import { assertOwnForm } from "./own-form.ts";

type Output = Exclude<Awaited<ReturnType<HandlerOf<"submitLink">>>, Response>;

/** `POST /link/{token}` */
export const submitLink: HandlerOf<"submitLink"> = async ({ context, request, path, body }) => {
  const { services } = context;
  const { platform } = services;
  assertOwnForm(request, platform.baseUrl);
  const place = await locateLink(platform, path.token);
  const { projectId, linkId } = place;
  context.found.projectId = projectId;
  const { link_action: action = "connect", ...fields } = body ?? {};
  try {
    return toOutput(await submit(services, place, { action, fields }), platform.baseUrl);
  } catch (error) {
    if (!isFormError(error) || !prefersHtml(request.headers.get("accept"))) {
      throw error;
    }
    const page = await runInProject(platform, projectId, (scope) => getLinkPage(scope, linkId));
    const wrong = toFormProblems(error, page, fields);
    return { status: wrong.kind === "unchecked" ? 422 : 400, ...createLinkPage(page, wrong) };
  }
};

function toOutput(end: SubmittedLink, baseUrl: string): Output {
  if (end.kind === "begun") {
    // The cookie binds the application's answer to this browser.
    return redirectTo(end.url, { "Set-Cookie": buildBrowserCookie(baseUrl, end) });
  }
  const { kind, accountId, callbackUrl, toolkit } = end;
  if (callbackUrl !== null) {
    const status = kind === "declined" ? "failed" : "success";
    return redirectTo(addOutcome(callbackUrl, { status, accountId }));
  }
  return { status: 200, ...createClosingPage(kind, toolkit) };
}

function redirectTo(location: string, headers: { readonly "Set-Cookie"?: string } = {}): Output {
  return {
    status: 303,
    headers: {
      Location: location,
      ...headers,
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    },
  };
}
