import type { ReactNode } from "react";
import { CopyBox } from "./copy-box.tsx";

/** Characters that are coloured. The rest is text, because a browser lays out a hundred thousand pieces slowly. */
const mostColoured = 20_000;

/** JSON with colours, in a box of its own. Texts of applications are shown as text, whatever is in them. */
export function JsonView({ value, name }: { readonly value: unknown; readonly name: string }) {
  const text = JSON.stringify(value, undefined, 2) ?? "";
  return (
    <CopyBox text={text} name={name}>
      <pre className="font-mono text-small whitespace-pre-wrap wrap-anywhere">
        {colour(text.slice(0, mostColoured))}
        {text.slice(mostColoured)}
      </pre>
    </CopyBox>
  );
}

/** Keys, texts, and other values of JSON. */
const piece =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function colour(text: string): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(piece)) {
    const [whole, quoted, colon] = match;
    parts.push(text.slice(end, match.index));
    const look =
      quoted === undefined
        ? "text-code-value"
        : colon === undefined
          ? "text-code-text"
          : "text-code-key";
    parts.push(
      <span key={match.index} className={look}>
        {quoted ?? whole}
      </span>,
      colon ?? "",
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
