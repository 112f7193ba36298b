import { useEffect, useRef, useState } from "react";

/** Milliseconds after a letter before the service is asked. */
const pauseMs = 150;

/** A field that searches as somebody types. Enter searches at once. */
export function SearchField({
  value,
  label,
  onSearch,
}: {
  readonly value: string;
  readonly label: string;
  readonly onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<number>(undefined);
  // The address may change by a link, or by the way back.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const change = (text: string): void => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text), pauseMs);
  };
  return (
    <search className="min-w-48 flex-1 sm:max-w-sm">
      <input
        type="search"
        data-search=""
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            // The field may be in a form, which is not meant.
            event.preventDefault();
            window.clearTimeout(timer.current);
            onSearch(typed);
          }
        }}
        spellCheck={false}
        className="field w-full"
      />
    </search>
  );
}
