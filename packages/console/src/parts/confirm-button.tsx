import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { FailureLine } from "./states.tsx";

/**
 * A button for what cannot be undone. Its dialog names what will be lost, and stays when it fails. With `typed`, that name has to be typed
 * before it is done.
 */
export function ConfirmButton({
  text,
  title,
  typed,
  disabled = false,
  children,
  onConfirm,
}: {
  readonly text: string;
  readonly title: string;
  readonly typed?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [name, setName] = useState("");
  const confirm = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      dialog.current?.close();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button kind="danger" disabled={disabled} onClick={() => dialog.current?.showModal()}>
        {text}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={id}
        onClose={() => {
          setName("");
          setError(undefined);
        }}
        className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-large border bg-raised p-5 text-text shadow-raised backdrop:bg-page/70"
      >
        <div className="space-y-3">
          <h2 id={id} className="text-large font-medium wrap-anywhere">
            {title}
          </h2>
          <div className="space-y-2 text-soft">{children}</div>
          {typed !== undefined && (
            <div className="space-y-1">
              <label htmlFor={`${id}-name`} className="block">
                Type <code className="font-mono text-small wrap-anywhere">{typed}</code> to confirm
              </label>
              <input
                id={`${id}-name`}
                value={name}
                onChange={({ target }) => setName(target.value)}
                spellCheck={false}
                autoComplete="off"
                className="field w-full font-mono"
              />
            </div>
          )}
          {error !== undefined && <FailureLine error={error} />}
          <div className="flex justify-end gap-2 pt-1">
            <Button onClick={() => dialog.current?.close()}>Cancel</Button>
            <Button
              kind="danger"
              disabled={isPending || (typed !== undefined && name !== typed)}
              onClick={() => void confirm()}
            >
              {isPending ? "One moment…" : text}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
