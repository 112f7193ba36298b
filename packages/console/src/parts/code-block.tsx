import { CopyBox } from "./copy-box.tsx";

/** Code to copy. */
export function CodeBlock({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <CopyBox text={text} name={name}>
      <pre className="font-mono text-small whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </CopyBox>
  );
}
