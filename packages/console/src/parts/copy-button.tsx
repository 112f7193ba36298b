import { useState } from "react";
import { Icon } from "./icon.tsx";

const [squares, check] = [
  "M5.5 5.5V3a.8.8 0 0 1 .8-.8H13a.8.8 0 0 1 .8.8v6.7a.8.8 0 0 1-.8.8h-2.5M3 5.5h6.7a.8.8 0 0 1 .8.8V13a.8.8 0 0 1-.8.8H3a.8.8 0 0 1-.8-.8V6.3A.8.8 0 0 1 3 5.5Z",
  "m3 8.5 3.3 3.3L13 5",
];

/** Copies a text. Where the browser refuses it, the text stays on the page to be selected. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button
      type="button"
      className="inline-flex size-6 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-text"
      aria-label={isCopied ? `Copied ${name}` : `Copy ${name}`}
      onClick={() => void copy().catch(() => setCopied(false))}
    >
      <Icon path={isCopied ? check : squares} className={isCopied ? "text-good" : ""} />
    </button>
  );
}

/** An id in its own type, with a button that copies it. */
export function CopyableId({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="truncate font-mono text-small">{id}</code>
      <CopyButton text={id} name={name} />
    </span>
  );
}
