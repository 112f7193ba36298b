import type { Html } from "./html.ts";

/**
 * Icons of the pages, 20 by 20, in the colour of the surrounding text. They only repeat the text, so screen readers
 * may skip them.
 */
export const icons: Readonly<
  Record<"check" | "cross" | "exclamation" | "lock" | "warning" | "exchange", Html>
> = {
  check: renderIcon('<path d="M4.5 10.5 8.5 14.5 15.5 6"/>'),
  cross: renderIcon('<path d="M5.5 5.5 14.5 14.5M14.5 5.5 5.5 14.5"/>'),
  exclamation: renderIcon('<path d="M10 4.5V11.5M10 15V15.2"/>'),
  warning: renderIcon('<circle cx="10" cy="10" r="7.5"/><path d="M10 6.25V10.5M10 13.5V13.6"/>'),
  lock: renderIcon(
    '<rect x="4.5" y="9" width="11" height="8" rx="2"/><path d="M7 9V6.5a3 3 0 0 1 6 0V9"/>',
  ),
  exchange: renderIcon('<path d="M3.5 7.5H16L13 4.5M16.5 12.5H4L7 15.5"/>'),
};

function renderIcon(shapes: string): Html {
  return {
    html: `<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`,
  };
}
