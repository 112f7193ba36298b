import type { Party } from "../../../domain/accounts/connecting/link-page.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";

/**
 * The logos of the parties on the page, side by side. They are decoration, because the text of the page names the
 * parties.
 *
 * @param badge is placed on the corner of the last logo
 */
export function renderMarks(parties: readonly Party[], badge?: Html): Html {
  const [first, ...others] = parties.map(mark);
  return html`<div class="marks" aria-hidden="true">
${first}${others.map((other) => html`<span class="exchange">${icons.exchange}</span>${other}`)}${badge}
</div>`;
}

/**
 * A logo on a tile. The first letter of the name replaces a missing logo, and by the stylesheet also a logo that does
 * not load.
 */
function mark({ name, logoUrl }: Party): Html {
  const [first] = new Intl.Segmenter("en").segment(name.trim());
  const letter = first?.segment.toUpperCase() ?? "";
  return html`<span class="mark">${logoUrl === null ? letter : html`<img src="${logoUrl}" alt="" data-letter="${letter}">`}</span>`;
}

/** Addresses of the logos, for the page's content security policy. */
export function listLogos(parties: readonly Party[]): readonly string[] {
  return parties.map(({ logoUrl }) => logoUrl).filter((url) => url !== null);
}
