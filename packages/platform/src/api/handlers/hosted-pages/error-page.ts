import type { ErrorSlug } from "../../../base/errors.ts";
import { html } from "./html.ts";
import { icons } from "./icons.ts";
import { createPage, type HostedPage } from "./page.ts";

/** Advice for a user about an error. It does not mention the API. */
const texts: Partial<Record<ErrorSlug, readonly [title: string, text: string]>> = {
  Auth_KeyInvalid: [
    "A key was sent that is not valid",
    "This page does not need a key. Open the link in an ordinary browser, without the header x-api-key.",
  ],
  Auth_OriginNotAllowed: [
    "This form came from another site",
    "It was not accepted, for your safety. Open the link that you were given and fill in the form there. A very old browser may need an update first.",
  ],
  Request_PathUnknown: [
    "This page does not exist",
    "Part of the address may be missing. Open the link again exactly as you received it, or ask for a new one.",
  ],
  Request_MethodNotAllowed: [
    "This page cannot be used in this way",
    "Open the link that you were given in your browser, and continue from there.",
  ],
  Request_BodyTooLarge: [
    "The form is too large",
    "All fields together can hold 1 MiB. Nothing was saved. Open the link again and check that you pasted the right value.",
  ],
  Request_MediaTypeUnsupported: [
    "The form cannot be read",
    "Nothing was saved. Open the link that you were given and fill in the form there.",
  ],
  Request_RateLimited: ["Too many requests", "Wait a minute and try again."],
  Server_Unavailable: ["The service is not available", "Wait a moment and try again."],
  Validation_Failed: [
    "This address is not right",
    "Part of it may be missing. Open the link again exactly as you received it, or ask for a new one.",
  ],
  ConnectedAccount_LinkNotFound: [
    "This link has ended",
    "Links work for 10 minutes. Ask for a new one where you got this one.",
  ],
  ConnectedAccount_LinkUsed: [
    "This link was used already",
    "There is nothing left to do with it. To connect again, ask for a new link.",
  ],
  ConnectedAccount_StateInvalid: [
    "This sign-in cannot be completed",
    "It was completed before, or its 10 minutes are over. Nothing was changed. Ask for a new link.",
  ],
  ConnectedAccount_BrowserMismatch: [
    "This sign-in began in another browser",
    "Nothing was changed. Open the link in the browser in which you want to sign in, and allow its cookies.",
  ],
  ConnectedAccount_AuthConfigDisabled: [
    "This connection is switched off",
    "Ask the team that sent you here whether it is still needed.",
  ],
  ConnectedAccount_SchemeUnsupported: [
    "This application cannot be connected here",
    "Ask the team that sent you here.",
  ],
};

const unexpected: readonly [string, string] = [
  "Something went wrong",
  "Try again. If it fails again, send the request id to the team that sent you here.",
];

/** Creates the page of an error, for a user's browser. */
export function createErrorPage(slug: ErrorSlug, requestId: string): HostedPage {
  const [title, text] = texts[slug] ?? unexpected;
  return createPage(
    title,
    html`<div class="closing">
<span class="badge bad" aria-hidden="true">${icons.exclamation}</span>
<h1>${title}</h1>
<p>${text}</p>
<p class="hint">Request id: ${requestId}</p>
</div>`,
  );
}
