/** What a person chose: the colours of the system, or always the same. */
export type Theme = "dark" | "light" | "system";

/** The place of the choice in this browser. */
const place = "console-theme";

/** The choice; `system` without one. */
export function readTheme(): Theme {
  try {
    const kept = window.localStorage.getItem(place);
    return kept === "dark" || kept === "light" ? kept : "system";
  } catch {
    // A browser may refuse to keep anything.
    return "system";
  }
}

/** Shows the colours of a choice, and keeps it in this browser. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  try {
    window.localStorage.setItem(place, theme);
  } catch {
    // It then lasts until the page is closed.
  }
}
