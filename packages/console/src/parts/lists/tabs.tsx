import { Link, type LinkProps } from "@tanstack/react-router";

/** The lists of a page. The first one's address begins those of the others. */
export function Tabs({
  tabs,
}: {
  readonly tabs: readonly { readonly to: NonNullable<LinkProps["to"]>; readonly name: string }[];
}) {
  return (
    <nav aria-label="Lists" className="flex gap-0.5 rounded-base bg-hover p-0.5">
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="flex h-6.5 items-center rounded-small px-2.5 text-small text-soft aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-text"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
