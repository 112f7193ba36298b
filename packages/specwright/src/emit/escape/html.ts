import { withoutInvisible } from "./invisible.ts";

/** Text for the content of an HTML element or for a quoted attribute. It is displayed unchanged. */
export function escapeHtml(text: string): string {
  return withoutInvisible(text).replace(
    /[&<>"'`]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
