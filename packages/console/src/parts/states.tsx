import type { ReactNode } from "react";
import { explainCallFailure } from "../api/failure.ts";
import { Button } from "./button.tsx";
import { CopyableId } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";

const icons = {
  empty:
    "M2.5 9.5 4 3h8l1.5 6.5M2.5 9.5V13h11V9.5M2.5 9.5h3.2c.3 1 1.2 1.7 2.3 1.7s2-.7 2.3-1.7h3.2",
  error: "M8 5v3.5M8 11v.1M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z",
  offline:
    "M1.8 1.8l12.4 12.4M5 8.9A4.5 4.5 0 0 1 8 7.8M2.5 6.3a8 8 0 0 1 2.2-1.5M8 4c2.1 0 4 .8 5.5 2.3M8 12v.1",
  refused:
    "M4.5 7V5a3.5 3.5 0 0 1 7 0v2M4 7h8a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z",
} as const;

/** A page, or a part of one, that has nothing to show, with what to do about it. */
export function Notice({
  icon,
  title,
  children,
}: {
  readonly icon: keyof typeof icons;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-16 text-center">
      <span className="mb-1 grid size-9 place-items-center rounded-full border bg-panel text-soft">
        <Icon path={icons[icon]} />
      </span>
      <h2 className="text-large font-medium">{title}</h2>
      <div className="flex flex-col items-center gap-3 text-soft">{children}</div>
    </div>
  );
}

/** A failure of a query: what happened, what to do, and the id of the request. */
export function FailureNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const { kind, title, advice, requestId } = explainCallFailure(error);
  return (
    <div role="alert">
      <Notice icon={kind} title={title}>
        <p>{advice}</p>
        {requestId !== undefined && (
          <p className="inline-flex items-center gap-1.5 text-small">
            Request <CopyableId id={requestId} name="request id" />
          </p>
        )}
        <Button onClick={onRetry}>Try again</Button>
      </Notice>
    </div>
  );
}

/** What a page shows in place of something that was not read: why it could not be, or its shapes until it is. */
export function Unread({
  query,
  label,
  className,
  children,
}: {
  readonly query: { readonly isError: boolean; readonly error: unknown; refetch(): unknown };
  /** What is being read, as a sentence for those who do not see the shapes. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}) {
  return query.isError ? (
    <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <div role="status" aria-label={label} className={className}>
      {children}
    </div>
  );
}

/** A failure of one action, beside the form that stays as it was typed. */
export function FailureLine({ error }: { readonly error: unknown }) {
  const { title, advice, details, requestId } = explainCallFailure(error);
  return (
    <div
      role="alert"
      className="space-y-1 rounded-base border border-bad/30 bg-bad-tint px-4 py-3 wrap-anywhere"
    >
      <p className="font-medium text-bad">{title}</p>
      {details.length > 0 ? (
        <ul className="list-disc pl-4">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : (
        <p>{advice}</p>
      )}
      {requestId !== undefined && (
        <p className="flex items-center gap-1.5 text-small text-soft">
          Request <CopyableId id={requestId} name="request id" />
        </p>
      )}
    </div>
  );
}
