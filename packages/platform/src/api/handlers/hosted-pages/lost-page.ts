import { html } from "./html.ts";
import { icons } from "./icons.ts";
import { createPage, type HostedPage } from "./page.ts";

/** Creates the page for an address that does not exist, with a way back. */
export function createLostPage(requestId: string): HostedPage {
  const title = "This page does not exist";
  return createPage(
    title,
    html`<div class="closing">
<span class="badge" aria-hidden="true">${icons.exclamation}</span>
<h1>${title}</h1>
<p>The address may be mistyped. If it is a link that you were given, ask for a new one.</p>
<p><a class="button" href="/">Go to the start page</a></p>
<p class="hint">Request id: ${requestId}</p>
</div>`,
  );
}
