import type { ReactNode } from "react";

/** A line of a list of facts (`dl`). */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-4 px-4 py-1.5">
      <dt className="w-24 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
