import { withoutInvisible } from "../../../text/without-invisible.ts";

/**
 * Text for the content of an HTML element or for a quoted attribute. It is displayed unchanged.
 *
 * @example
 * ```ts
 * import { escapeHtml } from "specwright/target";
 *
 * escapeHtml("<b> & c"); // => "&#60;b&#62; &#38; c"
 * ```
 */
export function escapeHtml(text: string): string {
  return withoutInvisible(text).replace(
    /[&<>"'`]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
