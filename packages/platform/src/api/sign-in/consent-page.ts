import type { Party } from "../../domain/accounts/connecting/link-page.ts";
import { isLoopback } from "../../domain/fields/host-fields.ts";
import { html } from "../handlers/hosted-pages/html.ts";
import { icons } from "../handlers/hosted-pages/icons.ts";
import { listLogos, renderMarks } from "../handlers/hosted-pages/marks.ts";
import { createPage, type HostedPage } from "../handlers/hosted-pages/page.ts";

/** What a person agrees to. */
export interface Consent {
  readonly project: Party;
  /** The name that the client gave itself. Nobody has checked it. */
  readonly clientName: string;
  /** The host of the document that describes the client; undefined for a client that registered itself. */
  readonly clientHost: string | undefined;
  readonly redirectUri: string;
  readonly endpointName: string;
  readonly userId: string;
  /** The path of this page. */
  readonly path: string;
}

/** Creates the page on which a person lets an MCP client use the tools of a server. */
export function createConsentPage(consent: Consent): HostedPage {
  const { project, clientName, clientHost, endpointName, userId, path } = consent;
  const target = new URL(consent.redirectUri);
  const isLocal = isLoopback(target.hostname);
  const isWeb = target.protocol === "https:";
  const title = `Allow ${clientName}?`;
  const place = isLocal
    ? "a program on this computer"
    : isWeb
      ? target.host
      : `the application behind ${target.protocol}`;
  // A document of a client at the host to which the browser goes is the only proof of a name.
  const isProven = isWeb && target.host === clientHost;
  const content = html`${renderMarks([{ name: clientName, logoUrl: null }, project])}
<h1>${title}</h1>
<p class="lead"><strong><bdi>${clientName}</bdi></strong> would like to use <bdi>${endpointName}</bdi> of <bdi>${project.name}</bdi> as you.</p>
<section>
<h2>This allows it to:</h2>
<ul class="allowed"><li>${icons.check}<span>see the tools of <bdi>${endpointName}</bdi></span></li>
<li>${icons.check}<span>use them with the accounts that you have connected</span></li></ul>
</section>
${
  isProven
    ? null
    : html`<div class="alert">${icons.warning}<span>Allow this only if you have just begun to connect <bdi>${clientName}</bdi> yourself. The name is what the program calls itself.</span></div>`
}
<form method="post" class="actions">
<button formaction="${path}/allow">Allow</button>
<button class="second" formaction="${path}/decline">Decline</button>
</form>
<footer>
<dl>
<div><dt>Signed in as</dt><dd><bdi>${userId}</bdi></dd></div>
<div><dt>Then back to</dt><dd>${place}</dd></div>
${clientHost === undefined ? null : html`<div><dt>Described by</dt><dd>${clientHost}</dd></div>`}
</dl>
</footer>`;
  return createPage(title, content, listLogos([project]));
}

const unknown = "Nothing was allowed. Begin again in the program that you are connecting.";

/** Texts for errors that a person sees because no program can be told. */
const texts: Readonly<Record<string, string>> = {
  invalid_client:
    "The program that you are connecting is not known here any more. Remove the server there, and add it again.",
  invalid_redirect_uri:
    "The program asks to send you to an address that it has not registered. Nothing was allowed.",
  invalid_request:
    "The program sent a request that is not complete, or that has ended. Begin again there.",
  access_denied:
    "The sign-in could not be proven. Nothing was allowed. Begin again in the program that you are connecting.",
};

/** An error, as OAuth names it. */
interface OauthError {
  readonly error: string;
  readonly error_description?: string | undefined;
}

function describeError({ error, error_description: description }: OauthError): string {
  return description === undefined ? error : `${error}: ${description}`;
}

/**
 * Creates the page of a sign-in that cannot go on.
 *
 * @param out the error, as OAuth names it
 */
export function createRefusedPage(out: OauthError): HostedPage {
  const title = "This sign-in cannot be completed";
  return createPage(
    title,
    html`<div class="closing">
<span class="badge bad" aria-hidden="true">${icons.exclamation}</span>
<h1>${title}</h1>
<p>${Object.hasOwn(texts, out.error) ? texts[out.error] : unknown}</p>
<p class="hint">${describeError(out)}</p>
</div>`,
  );
}

/**
 * Creates the page that takes the place of a redirect to a web address with an error: the person decides whether to go there.
 *
 * @param target the redirect address of the client, with the error
 */
export function createReturnPage(target: URL, out: OauthError): HostedPage {
  const title = out.error === "access_denied" ? "Nothing was allowed" : "This sign-in has failed";
  return createPage(
    title,
    html`<div class="closing">
<span class="badge bad" aria-hidden="true">${icons.exclamation}</span>
<h1>${title}</h1>
<p>You can close this page. Go back only if you know <strong>${target.host}</strong>: anybody could have registered this address.</p>
<p><a href="${target.href}">Go back to ${target.host}</a></p>
<p class="hint">${describeError(out)}</p>
</div>`,
  );
}
