import { addOutcome } from "../../domain/connected-accounts/callback-url.ts";
import { getLinkPage, type LinkPage } from "../../domain/connected-accounts/link-page.ts";
import { locateLink, submitLinkFields } from "../../domain/connected-accounts/links.ts";
import { beginAuthorization } from "../../domain/oauth/begin-authorization.ts";
import { inProject, type Scope } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import type { HandlerOf } from "../handler.ts";
import { createConnectedPage, createLinkPage } from "../hosted-pages/link-page.ts";
import { prefersHtml } from "../hosted-pages/prefers-html.ts";
import { keepAnswer } from "../idempotent.ts";
import { browserCookie } from "./browser-cookie.ts";
import { assertOwnForm } from "./own-form.ts";

type Input = Parameters<HandlerOf<"submitLink">>[0];
type Output = Exclude<Awaited<ReturnType<HandlerOf<"submitLink">>>, Response>;

/** `POST /link/{token}` */
export const submitLink: HandlerOf<"submitLink"> = async (input) => {
  const { platform } = input.context.services;
  assertOwnForm(input.request, platform.baseUrl);
  const { projectId, linkId } = await locateLink(platform, input.path.token);
  input.context.found.projectId = projectId;
  const page = await inProject(platform, projectId, (scope) => getLinkPage(scope, linkId));
  try {
    return await inProject(platform, projectId, async (scope) => {
      const answer = page.redirects
        ? await leadOn(scope, linkId, input.body ?? {})
        : await store(scope, { linkId, input, page });
      await keepAnswer(input.context, answer, scope.trx);
      return answer;
    });
  } catch (error) {
    const problems = error instanceof PlatformError ? problemsOf(error) : undefined;
    const isBrowser = prefersHtml(input.request.headers.get("accept"));
    if (problems === undefined || !isBrowser) throw error;
    const typed = input.body ?? {};
    // The form again, with what is missing; secrets have to be typed again.
    return { status: 400, ...createLinkPage(page, { problems, typed }) };
  }
};

/** To the application's sign-in, with the cookie that binds its answer to this browser. */
async function leadOn(
  scope: Scope,
  linkId: string,
  fields: NonNullable<Input["body"]>,
): Promise<Output> {
  const { url, ...binding } = await beginAuthorization(scope, linkId, fields);
  const cookie = browserCookie(scope.platform.baseUrl, binding);
  return {
    status: 303,
    headers: {
      Location: url,
      "Set-Cookie": cookie,
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    },
  };
}

async function store(
  scope: Scope,
  form: { readonly linkId: string; readonly input: Input; readonly page: LinkPage },
): Promise<Output> {
  const { linkId, input, page } = form;
  const { accountId, callbackUrl } = await submitLinkFields(scope, linkId, input.body ?? {});
  if (callbackUrl === null) return { status: 200, ...createConnectedPage(page.toolkit.name) };
  return {
    status: 303,
    headers: {
      Location: addOutcome(callbackUrl, { status: "success", accountId }),
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    },
  };
}

/** The problems by field, from lines such as `body.password: required`; undefined for errors that no form can mend. */
function problemsOf(error: PlatformError): ReadonlyMap<string, string> | undefined {
  const isMendable =
    error.slug === "ConnectedAccount_CredentialsMissing" || error.slug === "Validation_Failed";
  if (!isMendable || error.errors === undefined) return undefined;
  return new Map(
    error.errors.map((line) => {
      const colon = line.startsWith("body.") ? line.indexOf(": ", "body.".length + 1) : -1;
      const name = colon === -1 ? "" : line.slice("body.".length, colon);
      const problem = colon === -1 ? line : line.slice(colon + ": ".length);
      return [name, problem === "required" ? "Fill in this field." : `${problem}.`];
    }),
  );
}
