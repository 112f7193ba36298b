import type { Party } from "../../domain/accounts/connecting/link-page.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";
import { listLogos, renderMarks } from "./marks.ts";
import { createPage, type HostedPage } from "./page.ts";

/** Creates the closing page of a successful connection. */
export function createConnectedPage(toolkit: Party): HostedPage {
  return renderClosingPage(toolkit, {
    kind: "good",
    icon: icons.check,
    title: `${toolkit.name} is connected`,
    text: html`You can close this page and return to where you came from.`,
  });
}

/** Creates the closing page of a failed connection. */
export function createFailedPage(toolkit: Party): HostedPage {
  const { name } = toolkit;
  return renderClosingPage(toolkit, {
    kind: "bad",
    icon: icons.cross,
    title: `${name} was not connected`,
    text: html`Access was declined, or <bdi>${name}</bdi> could not be reached. To try again, ask for a new link where you got this one.`,
  });
}

/** Creates the closing page of a connection that the user declined on our page. */
export function createDeclinedPage(toolkit: Party): HostedPage {
  return renderClosingPage(toolkit, {
    kind: "neutral",
    icon: icons.cross,
    title: "You declined",
    text: html`Nothing was shared, and nothing was changed at <bdi>${toolkit.name}</bdi>. You can close this page.`,
  });
}

function renderClosingPage(
  toolkit: Party,
  end: {
    readonly kind: "good" | "bad" | "neutral";
    readonly icon: Html;
    readonly title: string;
    readonly text: Html;
  },
): HostedPage {
  const { kind, icon, title, text } = end;
  const content = html`<div class="closing">
${renderMarks([toolkit], html`<span class="badge ${kind}">${icon}</span>`)}
<h1>${title}</h1>
<p>${text}</p>
</div>`;
  return createPage(title, content, listLogos([toolkit]));
}
