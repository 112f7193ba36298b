const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** A time of the service in the zone of the browser. */
export function Time({ at, isLong = false }: { readonly at: string; readonly isLong?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums">
      {(isLong ? exact : clock).format(date)}
    </time>
  );
}

/** Milliseconds as people say them. */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
