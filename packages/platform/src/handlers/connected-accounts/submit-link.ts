import { tryConnection } from "../../actions/connected-accounts/try-credentials.ts";
import { beginAuthorization } from "../../domain/authorization/begin-authorization.ts";
import { declineLink } from "../../domain/authorization/decline-link.ts";
import { addOutcome } from "../../domain/connecting/callback-url.ts";
import { getLinkPage, type Party } from "../../domain/connecting/link-page.ts";
import {
  checkLinkFields,
  type LinkPlace,
  locateLink,
  submitLinkFields,
} from "../../domain/connecting/links.ts";
import { inProject, type Scope } from "../../domain/scope.ts";
import { forProject } from "../../egress/for-project.ts";
import { PlatformError } from "../../errors.ts";
import type { HandlerOf } from "../handler.ts";
import { createConnectedPage, createDeclinedPage } from "../hosted-pages/closing-pages.ts";
import { toFormProblems } from "../hosted-pages/form-problems.ts";
import { createLinkPage } from "../hosted-pages/link-page.ts";
import { prefersHtml } from "../hosted-pages/prefers-html.ts";
import { browserCookie } from "./browser-cookie.ts";
import { assertOwnForm } from "./own-form.ts";

type Input = Parameters<HandlerOf<"submitLink">>[0];
type Output = Exclude<Awaited<ReturnType<HandlerOf<"submitLink">>>, Response>;
type Fields = Readonly<Record<string, unknown>>;

/** `POST /link/{token}` */
export const submitLink: HandlerOf<"submitLink"> = async (input) => {
  const { platform } = input.context.services;
  assertOwnForm(input.request, platform.baseUrl);
  const place = await locateLink(platform, input.path.token);
  const { projectId, linkId } = place;
  input.context.found.projectId = projectId;
  const page = await inProject(platform, projectId, (scope) => getLinkPage(scope, linkId));
  const { link_action: action = "connect", ...fields } = input.body ?? {};
  try {
    const isStored = action !== "decline" && !page.redirects;
    if (isStored) {
      await assertAccepted(input, place, fields);
    }
    return await inProject(platform, projectId, async (scope) => {
      if (action === "decline") {
        return await decline(scope, linkId, page.toolkit);
      }
      if (page.redirects) {
        return await leadOn(scope, linkId, fields);
      }
      return await store(scope, linkId, { fields, toolkit: page.toolkit });
    });
  } catch (error) {
    const wrong = toFormProblems(error, page, fields);
    const isBrowser = prefersHtml(input.request.headers.get("accept"));
    if (wrong === undefined || !isBrowser) {
      throw error;
    }
    return { status: wrong.kind === "unchecked" ? 422 : 400, ...createLinkPage(page, wrong) };
  }
};

/**
 * Tries what was typed at the application, before anything is stored.
 *
 * @throws PlatformError `ConnectedAccount_CredentialsRejected`, `ConnectedAccount_CredentialsUnchecked` unless the user
 *   connects all the same, and what `checkLinkFields` throws
 */
async function assertAccepted(
  { context, body }: Input,
  { projectId, linkId }: LinkPlace,
  fields: Fields,
): Promise<void> {
  const { services } = context;
  const plan = await inProject(services.platform, projectId, (scope) =>
    checkLinkFields(scope, linkId, fields),
  );
  const egress = forProject(services.egress, projectId, "calls");
  const trial = await tryConnection({ ...services, egress }, plan);
  if (trial === "refused") {
    throw new PlatformError("ConnectedAccount_CredentialsRejected");
  }
  if (trial === "unknown" && body?.link_action !== "keep") {
    throw new PlatformError("ConnectedAccount_CredentialsUnchecked");
  }
}

/** To the application's sign-in, with the cookie that binds its answer to this browser. */
async function leadOn(scope: Scope, linkId: string, fields: Fields): Promise<Output> {
  const { url, ...binding } = await beginAuthorization(scope, linkId, fields);
  return redirect(url, { "Set-Cookie": browserCookie(scope.platform.baseUrl, binding) });
}

async function store(
  scope: Scope,
  linkId: string,
  form: { readonly fields: Fields; readonly toolkit: Party },
): Promise<Output> {
  const { accountId, callbackUrl } = await submitLinkFields(scope, linkId, form.fields);
  return callbackUrl === null
    ? { status: 200, ...createConnectedPage(form.toolkit) }
    : redirect(addOutcome(callbackUrl, { status: "success", accountId }));
}

async function decline(scope: Scope, linkId: string, toolkit: Party): Promise<Output> {
  const { accountId, callbackUrl } = await declineLink(scope, linkId);
  return callbackUrl === null
    ? { status: 200, ...createDeclinedPage(toolkit) }
    : redirect(addOutcome(callbackUrl, { status: "failed", accountId }));
}

function redirect(location: string, headers: { readonly "Set-Cookie"?: string } = {}): Output {
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
