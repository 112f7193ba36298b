import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

/** A box that scrolls, with a text to copy. */
export function CopyBox({
  text,
  name,
  children,
}: {
  readonly text: string;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="relative rounded-base border bg-panel">
      <div className="absolute top-1.5 right-1.5 rounded-small bg-panel">
        <CopyButton text={text} name={name} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached with the keyboard (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={name} className="max-h-[28rem] overflow-auto p-3 pr-10">
        {children}
      </section>
    </div>
  );
}
