const looks = {
  accent: "bg-accent-tint text-accent",
  good: "bg-good-tint text-good",
  wait: "bg-wait-tint text-wait",
  bad: "bg-bad-tint text-bad",
  quiet: "bg-hover text-soft",
} as const;

/** What the colour of a badge says. */
export type BadgeLook = keyof typeof looks;

/** A status in one word. The colour repeats what the word says. */
export function Badge({ word, look }: { readonly word: string; readonly look: BadgeLook }) {
  return (
    <span
      className={`inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-tiny font-medium whitespace-nowrap ${looks[look]}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {word}
    </span>
  );
}
