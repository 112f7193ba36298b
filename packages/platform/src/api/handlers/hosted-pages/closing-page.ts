import type { Party } from "../../../domain/accounts/connecting/link-page.ts";
import type { LinkOutcome } from "../../../domain/accounts/connecting/links.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";
import { listLogos, renderMarks } from "./marks.ts";
import { createPage, type HostedPage } from "./page.ts";

/** The end of a connection. `declined`: the user declined on our page, which stores the outcome `failed`. */
export type Closing = LinkOutcome | "declined";

interface ClosingText {
  readonly badge: "good" | "bad" | "neutral";
  readonly icon: Html;
  readonly title: string;
  readonly text: Html;
}

const texts: Readonly<Record<Closing, (name: string) => ClosingText>> = {
  success: (name) => ({
    badge: "good",
    icon: icons.check,
    title: `${name} is connected`,
    text: html`You can close this page and return to where you came from.`,
  }),
  unchecked: (name) => ({
    badge: "neutral",
    icon: icons.exclamation,
    title: "Saved, not checked",
    text: html`Your entries for <bdi>${name}</bdi> are saved, but could not be checked. A mistake in them shows when they are first used. You can close this page.`,
  }),
  failed: (name) => ({
    badge: "bad",
    icon: icons.cross,
    title: `${name} was not connected`,
    text: html`Access was declined, or <bdi>${name}</bdi> could not be reached. To try again, ask for a new link where you got this one.`,
  }),
  declined: (name) => ({
    badge: "neutral",
    icon: icons.cross,
    title: "You declined",
    text: html`Nothing was shared, and nothing was changed at <bdi>${name}</bdi>. You can close this page.`,
  }),
};

/** Creates the page at the end of a connection. */
export function createClosingPage(closing: Closing, toolkit: Party): HostedPage {
  const { badge, icon, title, text } = texts[closing](toolkit.name);
  const content = html`<div class="closing">
${renderMarks([toolkit], html`<span class="badge ${badge}">${icon}</span>`)}
<h1>${title}</h1>
<p>${text}</p>
</div>`;
  return createPage(title, content, listLogos([toolkit]));
}
