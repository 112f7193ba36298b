import { type ReactNode, useId } from "react";

/** A part of the settings. */
export function Section({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div>
        <h2 id={id} className="text-large font-medium">
          {title}
        </h2>
        {about !== undefined && <p className="text-soft">{about}</p>}
      </div>
      {children}
    </section>
  );
}
