import type { ReactNode } from "react";

/** The links to the pages above a page. */
export function WayBack({ children }: { readonly children: ReactNode }) {
  return (
    <nav
      aria-label="Way back"
      className="flex items-center gap-1.5 px-5 pt-3 text-small [&_a]:text-soft [&_a:hover]:text-text"
    >
      {children}
    </nav>
  );
}
