import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { signInWithKey } from "../api/session.ts";
import { describeKeyFailure, KeyForm } from "./key-form.tsx";

/** Says that the session has ended, above the page, which stays as it is with all that was typed into it. */
export function SessionOver() {
  const client = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const signIn = useMutation({ mutationFn: (key: string) => signInWithKey(client, key) });
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-over"
      // Nothing behind it works without a session.
      onCancel={(event) => event.preventDefault()}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-large border bg-raised p-5 text-text shadow-raised backdrop:bg-page/70"
    >
      <div className="space-y-4">
        <div className="space-y-1">
          <h2 id="session-over" className="text-large font-medium">
            The session has ended
          </h2>
          <p className="text-soft">
            Its key was replaced or deleted, or it was not used for 24 hours. What you typed is
            still on the page: sign in, and go on.
          </p>
        </div>
        <KeyForm
          isBusy={signIn.isPending}
          problem={signIn.error === null ? undefined : describeKeyFailure(signIn.error)}
          onKey={signIn.mutate}
        />
        <p className="text-small">
          <a href="/console/sign-in" className="text-accent underline underline-offset-2">
            Leave the page
          </a>
        </p>
      </div>
    </dialog>
  );
}
