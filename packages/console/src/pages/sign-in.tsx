import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { explainCallFailure } from "../api/failure.ts";
import { signInWithKey, signInWithLink } from "../api/session.ts";
import { describeKeyFailure, KeyForm } from "../shell/key-form.tsx";

/** The page without a session: a link that brought the person here signs in by itself; otherwise a key is pasted. */
export function SignIn() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { to = "/" } = useSearch({ from: "/sign-in" });
  const enter = (): Promise<void> => navigate({ href: to, replace: true });
  const byLink = useMutation({
    mutationFn: (token: string) => signInWithLink(client, token),
    onSuccess: enter,
  });
  const byKey = useMutation({
    mutationFn: (key: string) => signInWithKey(client, key),
    onSuccess: enter,
  });
  const isLinkTaken = useRef(false);
  const { mutate: openLink } = byLink;
  useEffect(() => {
    document.title = "Sign in · Console";
    const token = window.location.hash.slice(1);
    if (token !== "" && !isLinkTaken.current) {
      isLinkTaken.current = true;
      // The token works once. It leaves the address, so that it is in no history.
      window.history.replaceState(window.history.state, "", window.location.pathname);
      openLink(token);
    }
  }, [openLink]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 px-6 py-10">
      <header className="space-y-1">
        <h1 className="text-title font-semibold tracking-tight">Sign in to the console</h1>
        <p className="text-soft">With the key of a project or of an organization.</p>
      </header>
      {byLink.isPending ? (
        <p role="status" className="text-soft">
          The link is being opened…
        </p>
      ) : (
        <KeyForm
          isBusy={byKey.isPending}
          problem={describeProblem(byKey.error, byLink.error)}
          onKey={byKey.mutate}
        />
      )}
      <section aria-label="Other ways" className="space-y-2 border-t pt-5 text-small text-soft">
        <p>No key at hand? On the machine of the service, this makes a link that signs you in:</p>
        <pre className="overflow-x-auto rounded-base border bg-panel px-3 py-2 font-mono text-text">
          npx platform console-link
        </pre>
        <p>
          The key is sent once and is not kept: the browser gets a cookie that no script can read.
        </p>
      </section>
    </main>
  );
}

/** The failure of the key, or else of the link. */
function describeProblem(ofKey: unknown, ofLink: unknown): string | undefined {
  if (ofKey) {
    return describeKeyFailure(ofKey);
  }
  if (!ofLink) {
    return undefined;
  }
  const { title, advice } = explainCallFailure(ofLink);
  return `${title}. ${advice}`;
}
