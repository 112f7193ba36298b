import { withoutInvisible } from "./invisible.ts";

/** Text for the content of an HTML element or for an attribute in quotes: it is shown as it is. */
export function escapeHtml(text: string): string {
  return withoutInvisible(text).replace(
    /[&<>"'`]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
