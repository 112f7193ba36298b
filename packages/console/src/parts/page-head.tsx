import { type ReactNode, useEffect } from "react";

/** The head of a page. Its title is that of the window too. */
export function PageHead({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b px-5 py-3">
      <h1 className="text-title font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}
