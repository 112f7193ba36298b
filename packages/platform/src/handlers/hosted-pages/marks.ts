import type { Party } from "../../domain/connecting/link-page.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";

/**
 * The marks of those whom a page is about, side by side. The text of the page names them, so they are decoration.
 *
 * @param badge lies on the corner of the last one
 */
export function marks(parties: readonly Party[], badge?: Html): Html {
  const [first, ...others] = parties.map(mark);
  return html`<div class="marks" aria-hidden="true">
${first}${others.map((other) => html`<span class="exchange">${icons.exchange}</span>${other}`)}${badge}
</div>`;
}

/** A logo on a tile. Without a logo, or by the stylesheet while the logo does not load, it is the first letter of the name. */
function mark({ name, logoUrl }: Party): Html {
  const [first] = new Intl.Segmenter("en").segment(name.trim());
  const letter = first?.segment.toUpperCase() ?? "";
  return html`<span class="mark">${logoUrl === null ? letter : html`<img src="${logoUrl}" alt="" data-letter="${letter}">`}</span>`;
}

/** Addresses of the logos, for the policy of the page. */
export function listLogos(parties: readonly Party[]): readonly string[] {
  return parties.map(({ logoUrl }) => logoUrl).filter((url) => url !== null);
}
