import { type FormEvent, useId, useState } from "react";
import { explainCallFailure, isSessionOver } from "../api/failure.ts";
import { Button } from "../parts/button.tsx";

/** A field for a key. `problem` is that of the last try. */
export function KeyForm({
  isBusy,
  problem,
  onKey,
}: {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onKey: (key: string) => void;
}) {
  const id = useId();
  const [key, setKey] = useState("");
  const [missing, setMissing] = useState<string>();
  const shown = missing ?? problem;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = key.trim();
    const isKey = /^o?ak_[\w-]+$/.test(trimmed);
    setMissing(isKey ? undefined : "A key begins with ak_ or oak_. Paste the whole key.");
    if (isKey) {
      onKey(trimmed);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <div className="space-y-1.5">
        <label htmlFor={id} className="font-medium">
          Key
        </label>
        <input
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: nothing else can be done here
          autoFocus
          placeholder="ak_…"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          aria-invalid={shown !== undefined}
          aria-describedby={shown === undefined ? undefined : `${id}-problem`}
          className="field h-9 w-full font-mono"
        />
        {shown !== undefined && (
          <p id={`${id}-problem`} role="alert" className="text-small text-bad">
            {shown}
          </p>
        )}
      </div>
      <Button kind="main" type="submit" disabled={isBusy} className="h-9 w-full">
        {isBusy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}

/** Why a key was not taken. */
export function describeKeyFailure(error: unknown): string {
  if (isSessionOver(error)) {
    return "This key is not valid. It may have been deleted or replaced; a project shows a new one once, when it is made.";
  }
  const { title, advice } = explainCallFailure(error);
  return `${title}. ${advice}`;
}
