import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { pages } from "./pages.ts";

/** Milliseconds for the second key after `g`. */
const secondKeyMs = 1_200;

/**
 * The keys of every page: `/` goes to the search, `g` and a letter to a page, Esc out of a field, and out of what is open. Keys that
 * are typed into a field stay there.
 */
export function useKeys(onEscape: () => void): void {
  const navigate = useNavigate();
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
        return;
      }
      const field = target instanceof HTMLElement && target.closest("input, textarea, select");
      if (key === "Escape") {
        if (field instanceof HTMLElement) {
          field.blur();
        }
        onEscape();
        return;
      }
      if (field || document.querySelector("dialog[open]") !== null) {
        return;
      }
      if (key === "/") {
        const search = document.querySelector<HTMLInputElement>("input[data-search]");
        if (search !== null) {
          event.preventDefault();
          search.focus();
          search.select();
        }
        return;
      }
      const isSecond = event.timeStamp - firstKeyAt.current < secondKeyMs;
      firstKeyAt.current = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const page = isSecond ? pages.find((each) => each.key === key) : undefined;
      if (page !== undefined) {
        event.preventDefault();
        void navigate({ to: page.path });
      }
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [navigate, onEscape]);
}
