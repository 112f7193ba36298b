import type { ComponentProps } from "react";

const looks = {
  main: "border-transparent bg-accent text-on-accent hover:opacity-90",
  usual: "border-line bg-raised text-text hover:bg-hover",
  danger: "border-line bg-raised text-bad hover:border-bad/40 hover:bg-bad-tint",
} as const;

/** A button. `main` is the one action of a page that goes on, `danger` one that cannot be undone. */
export function Button({
  kind = "usual",
  className = "",
  ...rest
}: ComponentProps<"button"> & { readonly kind?: keyof typeof looks }) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex h-8 items-center justify-center gap-1.5 rounded-base border px-3 font-medium disabled:opacity-60 ${looks[kind]} ${className}`}
    />
  );
}
