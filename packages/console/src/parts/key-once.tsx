import { Button } from "./button.tsx";
import { CopyableId } from "./copy-button.tsx";

/** A key in full, which is shown once. */
export function KeyOnce({
  name,
  value,
  onClose,
}: {
  readonly name: string;
  readonly value: string;
  readonly onClose: () => void;
}) {
  return (
    <section
      aria-label={`The key ${name}`}
      className="space-y-3 rounded-large border border-accent/40 bg-panel p-4"
    >
      <h3 className="text-large font-medium">Copy the key {name} now</h3>
      <p className="text-soft">
        It is shown only this once. Programs send it as the header{" "}
        <code className="font-mono text-small">x-api-key</code>. If it is lost, make another one.
      </p>
      <p className="rounded-base border bg-page px-3 py-2">
        <CopyableId id={value} name={`the key ${name}`} />
      </p>
      <Button onClick={onClose}>I have it</Button>
    </section>
  );
}
